{{/* Which of the Secrets a service sees. */}}
{{- define "typecase.secretsOf" -}}
{{- get (dict "gateway" "cookie" "identity" "database nats admin" "content" "database nats" "media" "database nats" "themes" "database nats" "publisher" "database nats") .service -}}
{{- if include "typecase.bucket" . }} s3{{ end -}}
{{- end -}}

{{/* The key of a Secret that only this service sees; none where all services share one. */}}
{{- define "typecase.ownKey" -}}
{{- $demo := .root.Values.demo.enabled -}}
{{- $isOwn := false -}}
{{- if eq .what "nats" -}}{{- $isOwn = or $demo .root.Values.nats.keyPerService -}}{{- end -}}
{{- if eq .what "database" -}}{{- $isOwn = and (not $demo) .root.Values.database.keyPerService -}}{{- end -}}
{{- if $isOwn -}}url-{{ .service }}{{- end -}}
{{- end -}}

{{/* Whether the services reach PostgreSQL through a pooler in transaction mode. */}}
{{- define "typecase.isPooled" -}}
{{- if and (eq .Values.database.poolMode "transaction") (not .Values.demo.enabled) -}}true{{- end -}}
{{- end -}}

{{/* Where the keys of the calls between the services are. */}}
{{- define "typecase.serviceKeys" -}}
{{- if .Values.demo.enabled -}}{{ include "typecase.name" (dict "root" . "service" "demo-service-keys") }}{{- else -}}{{ .Values.serviceKeys.existingSecret }}{{- end -}}
{{- end -}}

{{- define "typecase.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- if .root.Values.serviceKeys.enabled }}
- { name: service-keys, mountPath: /secrets/service-keys, readOnly: true }
{{- end }}
{{- range $what := splitList " " (include "typecase.secretsOf" .) }}
{{- if include "typecase.secret" (dict "root" $.root "what" $what) }}
- { name: {{ $what }}, mountPath: /secrets/{{ $what }}, readOnly: true }
{{- end }}
{{- end }}
{{- if include "typecase.siteOnVolume" . }}
- { name: site, mountPath: /site{{ if eq .service "gateway" }}, readOnly: true{{ end }} }
{{- end }}
{{- end -}}

{{- define "typecase.volumes" -}}
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- if .root.Values.serviceKeys.enabled }}
- { name: service-keys, secret: { secretName: {{ include "typecase.serviceKeys" .root }}, defaultMode: 0440, items: [{ key: {{ .service }}, path: {{ .service }} }] } }
{{- end }}
{{- range $what := splitList " " (include "typecase.secretsOf" .) }}
{{- $secret := include "typecase.secret" (dict "root" $.root "what" $what) }}
{{- if $secret }}
{{- $key := include "typecase.ownKey" (dict "root" $.root "service" $.service "what" $what) }}
{{- $direct := and (eq $what "database") (include "typecase.isPooled" $.root) }}
- { name: {{ $what }}, secret: { secretName: {{ $secret }}, defaultMode: 0440{{ with $key }}, items: [{ key: {{ . }}, path: {{ . }} }{{ if $direct }}, { key: direct-{{ . }}, path: direct-{{ . }} }{{ end }}]{{ end }} } }
{{- end }}
{{- end }}
{{- if include "typecase.siteOnVolume" . }}
- name: site
  persistentVolumeClaim:
    claimName: {{ .root.Values.site.existingClaim | default (include "typecase.name" (dict "root" .root "service" "site")) }}
{{- end }}
{{- end -}}

{{- define "typecase.s3Endpoint" -}}
{{- if .Values.demo.enabled }}http://{{ include "typecase.name" (dict "root" . "service" "demo-s3") }}:9000{{ else }}{{ required "s3.endpoint is required" .Values.s3.endpoint }}{{ end -}}
{{- end -}}
