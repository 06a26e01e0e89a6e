package main

import (
	"fmt"
	"path"
	"regexp"
	"sort"
	"strings"
	"text/template"
)

type release struct {
	name, namespace string
	isUpgrade       bool
}

// A template's name, and one document of its output.
type document struct {
	source, text string
}

var separator = regexp.MustCompile(`(?m)^---$`)
var onlyComments = regexp.MustCompile(`^(\s*(#.*)?\n?)*$`)

// The documents of all templates in the order of their names, and the notes.
func render(of *chart, values object, as release, cluster []object) ([]document, string, error) {
	root := template.New("chart").Option("missingkey=zero")
	root.Funcs(functions(root, cluster))
	names := []string{}
	for name, text := range of.templates {
		if _, err := root.New(name).Parse(text); err != nil {
			return nil, "", err
		}
		if !strings.HasPrefix(path.Base(name), "_") {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	scope := scopeOf(of, values, as)
	documents, notes := []document{}, ""
	for _, name := range names {
		output := strings.Builder{}
		if err := root.ExecuteTemplate(&output, name, scope); err != nil {
			if _, reason, isFail := strings.Cut(err.Error(), failMark); isFail {
				err = fmt.Errorf("%s", reason)
			}
			return nil, "", err
		}
		text := strings.ReplaceAll(output.String(), "<no value>", "")
		if name == "templates/NOTES.txt" {
			notes = text
			continue
		}
		for _, part := range separator.Split(text, -1) {
			if onlyComments.MatchString(part) {
				continue
			}
			read, err := readObject([]byte(part))
			if err != nil {
				return nil, "", fmt.Errorf("%s: %w\n%s", name, err, part)
			}
			if read["apiVersion"] == nil || read["kind"] == nil {
				return nil, "", fmt.Errorf("%s: no apiVersion or kind\n%s", name, part)
			}
			documents = append(documents, document{name, strings.TrimSpace(part)})
		}
	}
	return documents, notes, nil
}

// What templates of this chart see of Helm.
func scopeOf(of *chart, values object, as release) object {
	metadata := object{}
	for key, value := range of.metadata {
		metadata[strings.ToUpper(key[:1])+key[1:]] = value
	}
	return object{
		"Chart":  metadata,
		"Values": values,
		"Files":  of.files,
		"Release": object{
			"Name": as.name, "Namespace": as.namespace, "Service": "Helm", "IsUpgrade": as.isUpgrade, "IsInstall": !as.isUpgrade,
		},
	}
}
