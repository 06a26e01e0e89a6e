{{- /* What the schema cannot express. Fails with all problems, each with the name of its value. */ -}}
{{- define "trestle.check" -}}
{{- $problems := list -}}
{{- $values := .Values -}}
{{- range $name, $_ := $values.secrets -}}
{{- if hasKey $values.settings $name -}}
{{- $problems = append $problems (printf "settings.%s: is in secrets too; remove one" $name) -}}
{{- end -}}
{{- end -}}
{{- if and $values.generateAppSecret (hasKey $values.secrets "APP_SECRET") -}}
{{- $problems = append $problems "generateAppSecret: cannot be true if secrets.APP_SECRET is set" -}}
{{- else if not (or $values.generateAppSecret (hasKey $values.secrets "APP_SECRET")) -}}
{{- $problems = append $problems "secrets.APP_SECRET: name a Secret with at least 32 random characters and its key, or set generateAppSecret: true" -}}
{{- end -}}
{{- $stores := list -}}
{{- if $values.filesClaim -}}{{- $stores = append $stores "filesClaim" -}}{{- end -}}
{{- if hasKey $values.settings "STORAGE_URL" -}}{{- $stores = append $stores "settings.STORAGE_URL" -}}{{- end -}}
{{- if hasKey $values.secrets "STORAGE_URL" -}}{{- $stores = append $stores "secrets.STORAGE_URL" -}}{{- end -}}
{{- if ne (len $stores) 1 -}}
{{- $problems = append $problems (printf "secrets.STORAGE_URL: set this, settings.STORAGE_URL or filesClaim, and only one of them (set: %s)" (join ", " $stores | default "none")) -}}
{{- end -}}
{{- if and $values.cellDirectory $values.settings.SINGLE_ORG -}}
{{- $problems = append $problems "cellDirectory: cannot be set together with settings.SINGLE_ORG" -}}
{{- end -}}
{{- range $role := list "api" "worker" "realtime" -}}
{{- with (index $values $role).autoscaling -}}
{{- if and .enabled (gt (int64 .minReplicas) (int64 .maxReplicas)) -}}
{{- $problems = append $problems (printf "%s.autoscaling.minReplicas: must not be larger than maxReplicas" $role) -}}
{{- end -}}
{{- if and .enabled (not .cpuPercent) (not .memoryPercent) -}}
{{- $problems = append $problems (printf "%s.autoscaling.cpuPercent: set this or memoryPercent" $role) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $place, $tls := dict "ingress.tls" $values.ingress.tls "gateway.tls" $values.gateway.tls -}}
{{- if and $tls.clusterIssuer $tls.issuer -}}
{{- $problems = append $problems (printf "%s.issuer: cannot be set together with clusterIssuer" $place) -}}
{{- end -}}
{{- end -}}
{{- with $values.gateway -}}
{{- if and .enabled .create (not .className) -}}
{{- $problems = append $problems "gateway.className: is required with gateway.create" -}}
{{- end -}}
{{- if and .enabled (not .create) (not .parentRefs) -}}
{{- $problems = append $problems "gateway.parentRefs: name a Gateway, or set gateway.create: true" -}}
{{- end -}}
{{- if and .enabled .create .parentRefs -}}
{{- $problems = append $problems "gateway.parentRefs: cannot be set together with gateway.create" -}}
{{- end -}}
{{- end -}}
{{- with $problems -}}
{{- fail (printf "\n- %s" (join "\n- " .)) -}}
{{- end -}}
{{- end -}}
