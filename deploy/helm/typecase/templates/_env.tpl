{{/* The environment that the chart sets for a service. Secrets are files; variables hold their paths. */}}
{{- define "typecase.env" -}}
{{- $root := .root -}}
{{- $service := .service -}}
- { name: HOST, value: 0.0.0.0 }
- { name: GRPC_HOST, value: 0.0.0.0 }
- { name: HEALTH_PORT, value: "9090" }
- { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
- { name: PUBLIC_SITE_URL, value: {{ $root.Values.publicSiteUrl | quote }} }
{{- with $root.Values.tracing.otlpEndpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }} }
{{- end }}
{{- range $callee := splitList " " (include "typecase.calls" $service) }}
{{- if $callee }}
- { name: {{ upper $callee }}_URL, value: "{{ include "typecase.name" (dict "root" $root "service"
  $callee) }}:{{ include "typecase.grpcPort" $callee }}" }
{{- end }}
{{- end }}
{{- if not $root.Values.serviceKeys.enabled }}
- { name: SERVICE_KEYS, value: "off" }
{{- end }}
{{- if eq $service "gateway" }}
- { name: PORT, value: "3000" }
- { name: SITE_PORT, value: "3001" }
- { name: DRAIN_MS, value: "5000" }
{{- if or $root.Values.ingress.enabled $root.Values.httpRoute.enabled }}
- { name: TRUST_PROXY, value: "1" }
{{- end }}
{{- else }}
- { name: GRPC_PORT, value: {{ include "typecase.grpcPort" $service | quote }} }
- { name: DATABASE_SCHEMA, value: {{ $service }} }
- { name: DATABASE_POOL_SIZE, value: {{ $root.Values.database.poolSize | quote }} }
{{- if include "typecase.isPooled" $root }}
- { name: DATABASE_POOL_MODE, value: transaction }
{{- end }}
- { name: NATS_REPLICAS, value: {{ $root.Values.nats.replicas | quote }} }
{{- if and $root.Values.nats.url (not $root.Values.demo.enabled) }}
- { name: NATS_URL, value: {{ $root.Values.nats.url | quote }} }
{{- end }}
{{- with $root.Values.nats.prefix }}
- { name: NATS_PREFIX, value: {{ . | quote }} }
{{- end }}
{{- end }}
{{- if include "typecase.siteOnVolume" (dict "root" $root "service" $service) }}
- { name: SITE_ROOT, value: /site }
{{- end }}
{{- if include "typecase.bucket" (dict "root" $root "service" $service) }}
- { name: S3_ENDPOINT, value: {{ include "typecase.s3Endpoint" $root | quote }} }
- { name: S3_BUCKET, value: {{ include "typecase.bucket" (dict "root" $root "service" $service) | quote }} }
- { name: S3_REGION, value: {{ $root.Values.s3.region | quote }} }
{{- end }}
{{- include "typecase.secretEnv" . }}
{{- end -}}

{{/* The variables of `env` in the values, as a list. */}}
{{- define "typecase.valuesEnv" -}}
{{- range $name, $value := merge (dict) (.settings.env | default dict) .root.Values.env }}
{{- if has $name (list "PORT" "SITE_PORT" "GRPC_PORT" "HEALTH_PORT") }}
{{- fail (printf
  "env sets %s: remove it, because probes, Services and network policies use a fixed port" $name) }}
{{- end }}
- { name: {{ $name }}, value: {{ include "typecase.scalar" $value }} }
{{- end }}
{{- end -}}

{{/* Merges the chart's variables (`env`) with those of the values (`valuesEnv`, settings.extraEnv). X or
  X_FILE of the values replaces X and X_FILE of the chart. */}}
{{- define "typecase.allEnv" -}}
{{- $given := dict -}}
{{- range concat ((printf "items: %s" (.valuesEnv | nindent 2) | fromYaml).items | default list)
  (.settings.extraEnv | default list) -}}
{{- $_ := set $given (trimSuffix "_FILE" .name) true -}}
{{- end -}}
{{- range (printf "items: %s" (.env | nindent 2) | fromYaml).items }}
{{- if not (hasKey $given (trimSuffix "_FILE" .name)) }}
- { name: {{ .name }}, value: {{ .value | quote }} }
{{- end }}
{{- end }}
{{- .valuesEnv }}
{{- with .settings.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Variables with the file paths of the mounted Secrets. */}}
{{- define "typecase.secretEnv" -}}
{{- $names := dict "service-keys" "SERVICE_KEYS" "database" "DATABASE_URL" "nats" "NATS_URL" "cookie"
  "COOKIE_SECRET" "nats-creds" "NATS_CREDS" "nats-nkey" "NATS_NKEY" "s3/access-key" "S3_ACCESS_KEY"
  "s3/secret-key" "S3_SECRET_KEY" "admin/username" "ADMIN_USERNAME" "admin/password" "ADMIN_PASSWORD"
  "nats-tls/ca.crt" "NATS_TLS_CA" "nats-tls/tls.crt" "NATS_TLS_CERT" "nats-tls/tls.key" "NATS_TLS_KEY" -}}
{{- range (include "typecase.mountedSecrets" . | fromYaml).secrets }}
{{- $name := .name }}
{{- range $file, $key := .files }}
- { name: {{ if hasPrefix "direct-" $file }}DATABASE_DIRECT_URL{{ else }}{{ get $names (printf "%s/%s" $name
  $file) | default (get $names $name) }}{{ end }}_FILE, value: /secrets/{{ $name }}/{{ $file }} }
{{- end }}
{{- end }}
{{- end -}}
