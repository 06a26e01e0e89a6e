package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

// A chart without subcharts.
type chart struct {
	metadata  object
	defaults  object
	schema    []byte
	templates map[string]string
	files     chartFiles
}

// What .Files offers to the templates of this chart.
type chartFiles map[string][]byte

func (files chartFiles) Get(name string) string { return string(files[name]) }

func readChart(directory string) (*chart, error) {
	read := &chart{templates: map[string]string{}, files: chartFiles{}}
	err := filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(directory, path)
		if err != nil {
			return err
		}
		switch {
		case name == "Chart.yaml":
			read.metadata, err = readObject(text)
		case name == "values.yaml":
			read.defaults, err = readObject(text)
		case name == "values.schema.json":
			read.schema = text
		case strings.HasPrefix(name, "charts/"):
			err = fmt.Errorf("subcharts are not supported")
		case strings.HasPrefix(name, "templates/"):
			read.templates[name] = string(text)
		default:
			read.files[name] = text
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
	return read, err
}

// One YAML document, in which no key is repeated. As in Helm, all numbers become floating-point numbers.
func readObject(text []byte) (object, error) {
	read := object{}
	err := yaml.UnmarshalStrict(text, &read)
	return read, err
}
