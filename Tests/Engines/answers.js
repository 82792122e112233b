// Answers a question about a pattern of URLs, as `Answers` does.
const components = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];

// What `make` gives, or an error's name.
function attempt(make) {
  try { return make(); } catch (error) { return { error: error.name }; }
}

function found(match) {
  return match && components.map((name) => ({
    input: match[name].input,
    groups: Object.fromEntries(Object.entries(match[name].groups).map(([key, value]) => [key, value ?? null])),
  }));
}

function answer(question) {
  const pattern = attempt(() => new URLPattern(...question.pattern));
  if (!(pattern instanceof URLPattern)) return pattern;
  const answer = {
    components: components.map((name) => pattern[name]),
    hasRegExpGroups: pattern.hasRegExpGroups,
    tests: question.inputs.map((input) => attempt(() => pattern.test(...input))),
    matches: question.inputs.map((input) => attempt(() => found(pattern.exec(...input)))),
  };
  // Proposals, which not every engine has.
  if (pattern.generate) {
    answer.generated = components.map((name) => {
      const text = attempt(() => pattern.generate(name, question.groups));
      return text.error ? null : text;
    });
  }
  const other = attempt(() => new URLPattern(...question.other));
  if (URLPattern.compareComponent && other instanceof URLPattern) {
    answer.order = components.map((name) => URLPattern.compareComponent(name, other, pattern));
  }
  return answer;
}

// In Node: the questions of a file, one a line, each for a second at the most.
if (typeof process !== "undefined") {
  const vm = require("node:vm");
  globalThis.answer = answer;
  const lines = require("node:fs").readFileSync(process.argv[2], "utf8").trimEnd().split("\n");
  for (const line of lines) {
    let text = JSON.stringify({ timeout: true });
    try { text = vm.runInThisContext(`JSON.stringify(answer(${line}))`, { timeout: 1000 }); } catch (error) {
      if (error.code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
    }
    console.log(text);
  }
}
