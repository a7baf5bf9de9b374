{{/* The environment that the chart sets for a service. Secrets come as files. */}}
{{- define "typecase.env" -}}
{{- $root := .root -}}
{{- $service := .service -}}
- { name: HOST, value: 0.0.0.0 }
- { name: GRPC_HOST, value: 0.0.0.0 }
- { name: HEALTH_PORT, value: "9090" }
- { name: PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
- { name: PUBLIC_SITE_URL, value: {{ $root.Values.publicSiteUrl | quote }} }
{{- range $callee := splitList " " (include "typecase.calls" $service) }}
{{- if $callee }}
- { name: {{ upper $callee }}_URL, value: "{{ include "typecase.name" (dict "root" $root "service" $callee) }}:{{ include "typecase.grpcPort" $callee }}" }
{{- end }}
{{- end }}
{{- if $root.Values.serviceKeys.enabled }}
- { name: SERVICE_KEYS_FILE, value: /secrets/service-keys/{{ $service }} }
{{- else }}
- { name: SERVICE_KEYS, value: "off" }
{{- end }}
{{- if eq $service "gateway" }}
- { name: PORT, value: "3000" }
- { name: SITE_PORT, value: "3001" }
- { name: COOKIE_SECRET_FILE, value: /secrets/cookie/secret }
- { name: DRAIN_MS, value: "5000" }
{{- if or $root.Values.ingress.enabled $root.Values.httpRoute.enabled }}
- { name: TRUST_PROXY, value: "1" }
{{- end }}
{{- else }}
- { name: GRPC_PORT, value: {{ include "typecase.grpcPort" $service | quote }} }
- { name: DATABASE_URL_FILE, value: /secrets/database/{{ include "typecase.ownKey" (dict "root" $root "service" $service "what" "database") | default "url" }} }
- { name: DATABASE_SCHEMA, value: {{ $service }} }
- { name: DATABASE_POOL_SIZE, value: {{ $root.Values.database.poolSize | quote }} }
{{- if include "typecase.isPooled" $root }}
- { name: DATABASE_POOL_MODE, value: transaction }
- { name: DATABASE_DIRECT_URL_FILE, value: /secrets/database/direct-{{ include "typecase.ownKey" (dict "root" $root "service" $service "what" "database") | default "url" }} }
{{- end }}
- { name: NATS_URL_FILE, value: /secrets/nats/{{ include "typecase.ownKey" (dict "root" $root "service" $service "what" "nats") | default "url" }} }
- { name: NATS_REPLICAS, value: {{ $root.Values.nats.replicas | quote }} }
{{- end }}
{{- if include "typecase.siteOnVolume" (dict "root" $root "service" $service) }}
- { name: SITE_ROOT, value: /site }
{{- end }}
{{- if include "typecase.bucket" (dict "root" $root "service" $service) }}
- { name: S3_ENDPOINT, value: {{ include "typecase.s3Endpoint" $root | quote }} }
- { name: S3_BUCKET, value: {{ include "typecase.bucket" (dict "root" $root "service" $service) | quote }} }
- { name: S3_REGION, value: {{ $root.Values.s3.region | quote }} }
- { name: S3_ACCESS_KEY_FILE, value: /secrets/s3/access-key }
- { name: S3_SECRET_KEY_FILE, value: /secrets/s3/secret-key }
{{- end }}
{{- if and (eq $service "identity") (or $root.Values.admin.existingSecret $root.Values.demo.enabled) }}
- { name: ADMIN_USERNAME_FILE, value: /secrets/admin/username }
- { name: ADMIN_PASSWORD_FILE, value: /secrets/admin/password }
{{- end }}
{{- end -}}

{{/* The variables of `env` in the values, as a list. */}}
{{- define "typecase.valuesEnv" -}}
{{- range $name, $value := merge (dict) (.settings.env | default dict) .root.Values.env }}
- { name: {{ $name }}, value: {{ include "typecase.scalar" $value }} }
{{- end }}
{{- end -}}

{{/* The chart's variables (`env`), then those of the values (`valuesEnv`, settings.extraEnv), which win, as X or as X_FILE. */}}
{{- define "typecase.allEnv" -}}
{{- $given := dict -}}
{{- range concat ((printf "items: %s" (.valuesEnv | nindent 2) | fromYaml).items | default list) (.settings.extraEnv | default list) -}}
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
