{{/* Annotations of a hook. Arguments: `events` (default: the events of the migrations) and `weight`.
  In the demo, migrations run after the install, because the install starts the database. */}}
{{- define "typecase.hook" -}}
helm.sh/hook: {{ .events | default (ternary "post-install,pre-upgrade" "pre-install,pre-upgrade"
  .root.Values.demo.enabled) }}
{{- with .weight }}
helm.sh/hook-weight: {{ . | quote }}
{{- end }}
helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
{{- end -}}
