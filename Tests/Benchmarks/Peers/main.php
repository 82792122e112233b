<?php
// Looks paths up with a router of PHP: main.php fastroute|symfony ROUTES PATHS EXPECTED. Answers are checked; then
// each line of the input is a number of lookups, and is answered by the nanoseconds that this process had a core for.
declare(strict_types=1);
ini_set('memory_limit', '-1');
set_exception_handler(function (Throwable $problem): void {
    echo 'wrong ', $problem->getMessage(), "\n";
});
[, $kind, $routesFile, $pathsFile, $expectedFile] = $argv;
$lines = fn(string $file): array => explode("\n", rtrim(file_get_contents($file), "\n"));

$patterns = array_map(
    fn(string $route): string => preg_replace('~:([a-z0-9]+)~', '{$1}', $route),
    $lines($routesFile)
);
if ($kind === 'fastroute') {
    require 'FastRoute/autoload.php';
    $collector = new FastRoute\RouteCollector(
        new FastRoute\RouteParser\Std(),
        new FastRoute\DataGenerator\MarkBased()
    );
    foreach ($patterns as $index => $pattern) {
        $collector->get($pattern, $index);
    }
    $dispatcher = new FastRoute\Dispatcher\MarkBased($collector->getData());
    $find = function (string $path) use ($dispatcher): array {
        $found = $dispatcher->dispatch('GET', $path);
        return $found[0] === 1 ? [$found[1], ...array_values($found[2])] : [-1];
    };
    $run = function (string $path) use ($dispatcher): void {
        $dispatcher->dispatch('GET', $path);
    };
} else {
    require 'Symfony/Component/Routing/autoload.php';
    $routes = new Symfony\Component\Routing\RouteCollection();
    foreach ($patterns as $index => $pattern) {
        $routes->add("r$index", new Symfony\Component\Routing\Route($pattern));
    }
    $dumper = new Symfony\Component\Routing\Matcher\Dumper\CompiledUrlMatcherDumper($routes);
    $matcher = new Symfony\Component\Routing\Matcher\CompiledUrlMatcher(
        $dumper->getCompiledRoutes(),
        new Symfony\Component\Routing\RequestContext()
    );
    $find = function (string $path) use ($matcher, $patterns): array {
        try {
            $found = $matcher->match($path);
        } catch (Symfony\Component\Routing\Exception\ResourceNotFoundException) {
            return [-1];
        }
        $index = (int) substr($found['_route'], 1);
        preg_match_all('~\{([a-z0-9]+)\}~', $patterns[$index], $names);
        return [$index, ...array_map(fn(string $name): string => $found[$name], $names[1])];
    };
    $run = function (string $path) use ($matcher): void {
        $matcher->match($path);
    };
}

$expected = $lines($expectedFile);
$hits = [];
foreach ($lines($pathsFile) as $index => $path) {
    $found = $find($path);
    if (implode("\t", $found) !== $expected[$index]) {
        echo "wrong $path gave ", implode(' ', $found), ", not $expected[$index]\n";
        exit(1);
    }
    if ($found[0] >= 0) {
        $hits[] = $path;
    }
}
$coreTime = function (): int {
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1_000;
};
echo "ready\n";
$next = 0;
$count = count($hits);
while (($line = fgets(STDIN)) !== false) {
    $times = (int) $line;
    $start = $coreTime();
    for ($i = 0; $i < $times; $i++) {
        $run($hits[$next]);
        if (++$next === $count) {
            $next = 0;
        }
    }
    echo $coreTime() - $start, "\n";
}
