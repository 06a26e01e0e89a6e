{{- /* The name of all objects: that of the release, with the name of the chart unless the release has it already. */ -}}
{{- define "trestle.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- /* The name of a release can contain dots, that of a Service cannot. */ -}}
{{- $release := replace "." "-" .Release.Name -}}
{{- $own := contains $name $release | ternary $release (printf "%s-%s" $release $name) -}}
{{- default $own .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "trestle.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "trestle.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "trestle.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- /*
Labels that select pods: (dict "root" $ "component" "api"). Pods of migrations and tests have a name of their own, so that no
Service selects them.
*/ -}}
{{- define "trestle.selector" -}}
{{- $name := default .root.Chart.Name .root.Values.nameOverride | trunc 50 | trimSuffix "-" -}}
app.kubernetes.io/name: {{ has .component (list "migration" "test") | ternary (printf "%s-%s" $name .component) $name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- if .component }}
app.kubernetes.io/component: {{ .component }}
{{- end }}
{{- end -}}

{{- define "trestle.labels" -}}
{{ include "trestle.selector" . }}
app.kubernetes.io/part-of: trestle
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* The host of PUBLIC_URL, and of all organizations unless there is only one: a list in YAML. */ -}}
{{- define "trestle.hosts" -}}
{{- $host := (urlParse .Values.settings.PUBLIC_URL).hostname | lower -}}
- {{ $host | quote }}
{{- if not .Values.settings.SINGLE_ORG }}
- {{ printf "*.%s" $host | quote }}
{{- end }}
{{- end -}}

{{- /* Annotations that make cert-manager issue a certificate: of (dict "issuer" "" "clusterIssuer" ""). */ -}}
{{- define "trestle.issuer" -}}
{{- with .clusterIssuer }}
cert-manager.io/cluster-issuer: {{ . }}
{{- end }}
{{- with .issuer }}
cert-manager.io/issuer: {{ . }}
{{- end }}
{{- end -}}
