package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/xeipuuv/gojsonschema"
)

// The defaults of the chart with the values files on top, in their order, checked against the chart's schema.
func readValues(of *chart, paths []string) (object, error) {
	given := object{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		values, err := readObject(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		given = overlay(given, values, false)
	}
	values := overlay(of.defaults, given, true)
	return values, checkValues(of.schema, values)
}

// Objects are merged, everything else is replaced. On top of the defaults of the chart, null removes a default. Any other null stays,
// and the schema rejects it.
func overlay(below, above object, isOnDefaults bool) object {
	result := object{}
	for key, value := range below {
		result[key] = value
	}
	for key, value := range above {
		old, exists := result[key]
		oldObject, isObject := old.(object)
		newObject, isNewObject := value.(object)
		switch {
		case value == nil && exists && isOnDefaults:
			delete(result, key)
		case isObject && isNewObject:
			result[key] = overlay(oldObject, newObject, isOnDefaults)
		default:
			result[key] = value
		}
	}
	return result
}

func checkValues(schema []byte, values object) error {
	text, err := json.Marshal(values)
	if err != nil {
		return err
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewBytesLoader(text))
	if err != nil {
		return err
	}
	problems := []string{}
	for _, problem := range result.Errors() {
		problems = append(problems, "- "+problem.String())
	}
	if len(problems) > 0 {
		return fmt.Errorf("values don't meet the specifications of the schema:\n%s", strings.Join(problems, "\n"))
	}
	return nil
}
