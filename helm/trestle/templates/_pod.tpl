{{- /* The values of the pods of one role or of the migration, in YAML: (dict "root" $ "component" "api"). */ -}}
{{- define "trestle.podValues" -}}
{{- $own := index .root.Values .component "pod" | default dict -}}
{{ toYaml (mergeOverwrite (deepCopy .root.Values.pod) (deepCopy $own)) }}
{{- end -}}

{{- define "trestle.volumes" -}}
- name: tmp
  emptyDir: {}
- name: data
  emptyDir: {}
{{- with .root.Values.filesClaim }}
- name: files
  persistentVolumeClaim: { claimName: {{ . | quote }} }
{{- end }}
{{- with .root.Values.cellDirectory }}
- name: cells
  configMap: { name: {{ . | quote }} }
{{- end }}
{{- with .pod.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "trestle.volumeMounts" -}}
- { name: tmp, mountPath: /tmp }
- { name: data, mountPath: /data }
{{- if .root.Values.filesClaim }}
- { name: files, mountPath: /files }
{{- end }}
{{- if .root.Values.cellDirectory }}
{{- /* The whole volume: a subPath would not follow the changes of the ConfigMap. */}}
- { name: cells, mountPath: /cells, readOnly: true }
{{- end }}
{{- with .pod.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Where and as whom a pod runs: (dict "root" $ "component" "api" "pod" <values of the pod>). */ -}}
{{- define "trestle.placement" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.securityContext }}
securityContext: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pod.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pod.initContainers }}
initContainers: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "trestle.spread" -}}
{{- $selector := dict "matchLabels" (include "trestle.selector" . | fromYaml) -}}
{{- $constraints := list -}}
{{- range .pod.topologySpreadConstraints -}}
{{- $constraints = append $constraints (merge (deepCopy .) (dict "labelSelector" $selector)) -}}
{{- end -}}
{{- with $constraints -}}
topologySpreadConstraints: {{- toYaml . | nindent 2 }}
{{- end -}}
{{- end -}}

{{- define "trestle.probe" -}}
httpGet: { path: {{ .path }}, port: http }
periodSeconds: {{ int64 .times.periodSeconds }}
timeoutSeconds: {{ int64 .times.timeoutSeconds }}
failureThreshold: {{ int64 .times.failureThreshold }}
{{- end -}}
