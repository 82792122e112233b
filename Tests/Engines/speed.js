// Does for each line of the input what `Answers QUESTIONS exec` does.
const [, , path, form] = process.argv;
const lines = require("node:fs").readFileSync(path, "utf8").trimEnd().split("\n");
const calls = lines.flatMap((line) => {
  const question = JSON.parse(line);
  try {
    const pattern = new URLPattern(...question.pattern);
    return question.inputs.map((input) => [pattern, input[0], input[1]]);
  } catch { return []; }
});
const components = ["protocol", "username", "password", "hostname", "port", "pathname", "search", "hash"];
console.log("ready");
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const times = Number(line);
  let count = 0;
  const start = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    for (const [pattern, input, base] of calls) {
      const match = base === undefined ? pattern.exec(input) : pattern.exec(input, base);
      if (!match) continue;
      count += 1;
      if (form !== "groups") continue;
      for (const name of components) count += Object.keys(match[name].groups).length;
    }
  }
  const time = process.cpuUsage(start);
  console.log((time.user + time.system) * 1000, Math.floor(count / Math.max(times, 1)), calls.length);
});
