// Renders a Helm chart with the template engine that Helm uses: Go's text/template, sprig, sigs.k8s.io/yaml and gojsonschema.
// It is not Helm: it knows only what helm/trestle uses, and talks to no cluster.
// Usage: render [flags] RELEASE CHART
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

type paths []string

func (all *paths) String() string { return strings.Join(*all, ",") }
func (all *paths) Set(path string) error {
	*all = append(*all, path)
	return nil
}

func main() {
	files, as, cluster, isNotes := paths{}, release{}, "", false
	flag.Var(&files, "values", "a values `file`; can be repeated")
	flag.StringVar(&as.namespace, "namespace", "default", "the namespace of the release")
	flag.BoolVar(&as.isUpgrade, "upgrade", false, "render an upgrade instead of an installation")
	flag.StringVar(&cluster, "cluster", "", "a `file` with the objects that lookup finds")
	flag.BoolVar(&isNotes, "notes", false, "print the notes instead of the manifests")
	flag.Parse()
	as.name = flag.Arg(0)
	if err := run(as, flag.Arg(1), files, cluster, isNotes); err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", err)
		os.Exit(1)
	}
}

func run(as release, directory string, files []string, cluster string, isNotes bool) error {
	of, err := readChart(directory)
	if err != nil {
		return err
	}
	values, err := readValues(of, files)
	if err != nil {
		return err
	}
	objects, err := readCluster(cluster)
	if err != nil {
		return err
	}
	documents, notes, err := render(of, values, as, objects)
	if err != nil {
		return err
	}
	if isNotes {
		fmt.Println(notes)
		return nil
	}
	for _, each := range documents {
		fmt.Printf("---\n# Source: %s\n%s\n", each.source, each.text)
	}
	return nil
}

func readCluster(path string) ([]object, error) {
	if path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	objects := []object{}
	for _, part := range separator.Split(string(text), -1) {
		if onlyComments.MatchString(part) {
			continue
		}
		read, err := readObject([]byte(part))
		if err != nil {
			return nil, err
		}
		objects = append(objects, read)
	}
	return objects, nil
}
