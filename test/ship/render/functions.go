package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"sigs.k8s.io/yaml"
)

// Starts the text of `fail` in an error of text/template, which adds the place of the call.
const failMark = "the chart fails: "

// The functions that this chart uses: sprig's without those that read the environment, and Helm's own.
func functions(root *template.Template, cluster []object) template.FuncMap {
	all := sprig.TxtFuncMap()
	delete(all, "env")
	delete(all, "expandenv")
	all["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	// Helm puts an error into the result; here it fails.
	all["fromYaml"] = func(text string) (object, error) {
		value := object{}
		err := yaml.Unmarshal([]byte(text), &value)
		return value, err
	}
	all["fromYamlArray"] = func(text string) ([]interface{}, error) {
		value := []interface{}{}
		err := yaml.Unmarshal([]byte(text), &value)
		return value, err
	}
	all["toJson"] = func(value interface{}) (string, error) {
		text, err := json.Marshal(value)
		return string(text), err
	}
	all["fail"] = func(reason string) (string, error) { return "", fmt.Errorf("%s%s", failMark, reason) }
	all["include"] = func(name string, scope interface{}) (string, error) {
		text := strings.Builder{}
		err := root.ExecuteTemplate(&text, name, scope)
		return text.String(), err
	}
	all["lookup"] = func(apiVersion, kind, namespace, name string) object {
		for _, found := range cluster {
			metadata, _ := found["metadata"].(object)
			if found["apiVersion"] == apiVersion && found["kind"] == kind &&
				metadata["namespace"] == namespace && metadata["name"] == name {
				return found
			}
		}
		return object{}
	}
	return all
}
