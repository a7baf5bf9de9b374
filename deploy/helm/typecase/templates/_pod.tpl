{{/* Fields of a pod that every pod here shares. */}}
{{- define "typecase.podSecurity" -}}
serviceAccountName: {{ include "typecase.serviceAccount" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "typecase.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{/* Environment of a service. Secrets come as files. */}}
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
{{- if and (or $root.Values.ingress.enabled $root.Values.httpRoute.enabled) (not (hasKey (merge (dict) (.settings.env | default dict) $root.Values.env) "TRUST_PROXY")) }}
- { name: TRUST_PROXY, value: "1" }
{{- end }}
{{- else }}
- { name: GRPC_PORT, value: {{ include "typecase.grpcPort" $service | quote }} }
- { name: DATABASE_URL_FILE, value: /secrets/database/{{ include "typecase.ownKey" (dict "root" $root "service" $service "what" "database") | default "url" }} }
- { name: DATABASE_SCHEMA, value: {{ $service }} }
- { name: NATS_URL_FILE, value: /secrets/nats/{{ include "typecase.ownKey" (dict "root" $root "service" $service "what" "nats") | default "url" }} }
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
{{- range $name, $value := merge (dict) (.settings.env | default dict) $root.Values.env }}
- { name: {{ $name }}, value: {{ include "typecase.scalar" $value }} }
{{- end }}
{{- end -}}

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
- { name: {{ $what }}, secret: { secretName: {{ $secret }}, defaultMode: 0440{{ with $key }}, items: [{ key: {{ . }}, path: {{ . }} }]{{ end }} } }
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

{{/* Rules of a network policy: what is behind the services. */}}
{{- define "typecase.backingEgress" -}}
{{- if .Values.demo.enabled -}}
- ports: [{ port: 5432 }, { port: 4222 }, { port: 9000 }]
  to:
    - podSelector:
        matchLabels: { app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/part-of: typecase-demo }
{{- else -}}
{{- if not .Values.networkPolicy.backing }}
{{- fail "networkPolicy.backing is required: list the addresses and ports of Postgres, NATS and S3, or set networkPolicy.enabled to false" }}
{{- end }}
{{- range .Values.networkPolicy.backing }}
{{- if .to }}
- to: {{- toYaml .to | nindent 4 }}
{{- else }}
- to: [{ ipBlock: { cidr: {{ .cidr }} } }]
{{- end }}
  ports:
    {{- range .ports }}
    - { port: {{ . }} }
    {{- end }}
{{- end }}
{{- end }}
{{- end -}}
