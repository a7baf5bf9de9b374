{{/*
Merges `over` into `base`. It merges maps by key and replaces all other values. Unlike mergeOverwrite it also
writes false, 0 and empty lists.
*/}}
{{- define "typecase.overlay" -}}
{{- range $key, $value := .over }}
{{- if and (kindIs "map" $value) (kindIs "map" (get $.base $key)) }}
{{- include "typecase.overlay" (dict "base" (get $.base $key) "over" $value) }}
{{- else }}
{{- $_ := set $.base $key $value }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The settings of one service: `defaults`, overridden by the entry of the service in `services`. */}}
{{- define "typecase.settings" -}}
{{- $settings := deepCopy .root.Values.defaults -}}
{{- include "typecase.overlay" (dict "base" $settings "over" (get .root.Values.services .service | default
  dict | deepCopy)) -}}
{{- toJson $settings -}}
{{- end -}}

{{/* The settings of a Job: `from` without the keys of long-running pods, overridden by `over`. */}}
{{- define "typecase.jobSettings" -}}
{{- $settings := omit .from "resources" "extraContainers" "topologySpreadConstraints"
  "terminationGracePeriodSeconds" | deepCopy -}}
{{- include "typecase.overlay" (dict "base" $settings "over" (deepCopy .over)) -}}
{{- toJson $settings -}}
{{- end -}}

{{/* A scalar of the values as a quoted string. Helm reads numbers as float64 and would print
  5.24288e+08. */}}
{{- define "typecase.scalar" -}}
{{- if not (kindIs "float64" .) -}}{{ . | toString | quote }}
{{- else if or (gt . 9007199254740991.0) (lt . -9007199254740991.0) -}}{{ fail (printf
  "the number %v is too large to be stored exactly: quote it in the values" .) }}
{{- else if eq . (floor .) -}}{{ printf "%.0f" . | quote }}
{{- else -}}{{ . | toString | quote }}
{{- end -}}
{{- end -}}
