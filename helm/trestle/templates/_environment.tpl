{{- /* A setting as the text of its variable. Values files have only floating-point numbers, which print as 1e+06. */ -}}
{{- define "trestle.text" -}}
{{- if kindIs "slice" . }}{{ join "," . }}{{ else if kindIs "string" . }}{{ . }}{{ else }}{{ int64 . }}{{ end -}}
{{- end -}}

{{- /* Variables that the chart sets itself: (dict "root" $ "role" "api"), without a role for migrations. */ -}}
{{- define "trestle.managedSettings" -}}
{{- $values := .root.Values -}}
DATA_DIR: /data
{{- if $values.filesClaim }}
STORAGE_URL: file:/files
{{- end }}
{{- if $values.cellDirectory }}
CELL_DIRECTORY: /cells/cells.json
{{- end }}
{{- with .role }}
ROLES: {{ . }}
HOST: {{ default "0.0.0.0" $values.settings.HOST | quote }}
PORT: "3000"
METRICS_HOST: {{ default "0.0.0.0" $values.settings.METRICS_HOST | quote }}
METRICS_PORT: {{ int64 $values.metrics.port | quote }}
DRAIN_SECONDS: {{ int64 (index $values .).drainSeconds | quote }}
{{- end }}
{{- end -}}

{{- /* The variables of a container, as a list in YAML: (dict "root" $ "role" "api" "pod" <values of the pod>). */ -}}
{{- define "trestle.env" -}}
{{- $settings := merge (include "trestle.managedSettings" . | fromYaml) .root.Values.settings -}}
{{- $secrets := deepCopy .root.Values.secrets -}}
{{- if .root.Values.generateAppSecret -}}
{{- $_ := set $secrets "APP_SECRET" (dict "name" (include "trestle.fullname" .root) "key" "app-secret") -}}
{{- end -}}
{{- $env := list -}}
{{- $names := list -}}
{{- range $name, $value := $settings -}}
{{- $env = append $env (dict "name" $name "value" (include "trestle.text" $value)) -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- range $name, $reference := $secrets -}}
{{- $env = append $env (dict "name" $name "valueFrom" (dict "secretKeyRef" (pick $reference "name" "key"))) -}}
{{- $names = append $names $name -}}
{{- end -}}
{{- range .pod.extraEnv -}}
{{- if has .name $names -}}
{{- fail (printf "pod.extraEnv: %s is set by the chart; use settings or secrets for it" .name) -}}
{{- end -}}
{{- $env = append $env . -}}
{{- end -}}
{{ toYaml $env }}
{{- end -}}
