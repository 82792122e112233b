// Looks paths up with a router of Go: routes httprouter|chi ROUTES PATHS EXPECTED. Answers are checked; then each
// line of the input is a number of lookups, and is answered by the nanoseconds that this process
// had cores for meanwhile.
package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/go-chi/chi"
	"github.com/julienschmidt/httprouter"
)

func lines(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		fmt.Println("wrong", err)
		os.Exit(1)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// The nanoseconds that this process has had cores for, its garbage collector with them.
func coreTime() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// A lookup answers the number of a route and the values of its parameters.
type lookup func(path string) (int, []string)

func newHTTPRouter(routes []string) (lookup, func(string)) {
	router := httprouter.New()
	found := -1
	for index, route := range routes {
		number := index
		router.GET(route, func(http.ResponseWriter, *http.Request, httprouter.Params) { found = number })
	}
	find := func(path string) (int, []string) {
		handle, params, _ := router.Lookup("GET", path)
		if handle == nil {
			return -1, nil
		}
		handle(nil, nil, params)
		var values []string
		for _, param := range params {
			values = append(values, param.Value)
		}
		return found, values
	}
	return find, func(path string) { router.Lookup("GET", path) }
}

func newChi(routes []string) (lookup, func(string)) {
	router := chi.NewRouter()
	numbers := map[string]int{}
	for index, route := range routes {
		segments := strings.Split(route, "/")
		for i, segment := range segments {
			if strings.HasPrefix(segment, ":") {
				segments[i] = "{" + segment[1:] + "}"
			}
		}
		pattern := strings.Join(segments, "/")
		numbers[pattern] = index
		router.Get(pattern, func(http.ResponseWriter, *http.Request) {})
	}
	context := chi.NewRouteContext()
	find := func(path string) (int, []string) {
		context.Reset()
		if !router.Match(context, "GET", path) {
			return -1, nil
		}
		return numbers[context.RoutePattern()], context.URLParams.Values
	}
	return find, func(path string) {
		context.Reset()
		router.Match(context, "GET", path)
	}
}

func main() {
	defer func() {
		if problem := recover(); problem != nil {
			fmt.Println("wrong", problem)
		}
	}()
	makers := map[string]func([]string) (lookup, func(string)){
		"httprouter": newHTTPRouter, "chi": newChi,
	}
	find, run := makers[os.Args[1]](lines(os.Args[2]))
	expected := lines(os.Args[4])
	var hits []string
	for index, path := range lines(os.Args[3]) {
		route, values := find(path)
		got := strings.Join(append([]string{strconv.Itoa(route)}, values...), "\t")
		if got != expected[index] {
			fmt.Printf("wrong %s gave %q, not %q\n", path, got, expected[index])
			os.Exit(1)
		}
		if route >= 0 {
			hits = append(hits, path)
		}
	}
	fmt.Println("ready")
	next := 0
	for input := bufio.NewScanner(os.Stdin); input.Scan(); {
		times, _ := strconv.Atoi(input.Text())
		start := coreTime()
		for i := 0; i < times; i++ {
			run(hits[next])
			if next++; next == len(hits) {
				next = 0
			}
		}
		fmt.Println(coreTime() - start)
	}
}
