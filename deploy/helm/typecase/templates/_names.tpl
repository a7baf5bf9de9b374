{{/* The name of the application in labels. */}}
{{- define "typecase.appName" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The prefix of every name: fullnameOverride if set. Otherwise the release name, with nameOverride appended
  unless the release name contains it. */}}
{{- define "typecase.prefix" -}}
{{- if .Values.fullnameOverride -}}{{ .Values.fullnameOverride }}
{{- else if contains .Values.nameOverride .Release.Name -}}{{ .Release.Name }}
{{- else -}}{{ .Release.Name }}-{{ .Values.nameOverride }}
{{- end -}}
{{- end -}}

{{- define "typecase.fullname" -}}
{{- include "typecase.prefix" . | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* Joins the prefix and `service` with a hyphen, in at most `max` characters (default 63). Truncates only
  the prefix. */}}
{{- define "typecase.name" -}}
{{- $room := sub (.max | default 63) (add 1 (len .service)) | int -}}
{{- include "typecase.prefix" .root | trunc $room | trimSuffix "-" }}-{{ .service -}}
{{- end -}}

{{- define "typecase.selector" -}}
app.kubernetes.io/name: {{ include "typecase.appName" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end -}}

{{- define "typecase.labels" -}}
{{ include "typecase.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" | trunc 63 |
  trimSuffix "-" }}
{{- with omit .root.Values.commonLabels "app.kubernetes.io/name" "app.kubernetes.io/instance"
  "app.kubernetes.io/component" "app.kubernetes.io/version" "app.kubernetes.io/managed-by" "helm.sh/chart" }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Metadata of an object: `root`, `service` (the component). Optional: `name`, `labels`, `annotations`. */}}
{{- define "typecase.metadata" -}}
name: {{ .name | default (include "typecase.name" .) }}
{{- $labels := include "typecase.labels" . }}
{{- if .labels }}
labels: {{- merge (dict) .labels ($labels | fromYaml) | toYaml | nindent 2 }}
{{- else }}
labels: {{- $labels | nindent 2 }}
{{- end }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The service account of the pods. Hooks run before this account exists, so a hook creates a separate
  account for hooks. */}}
{{- define "typecase.serviceAccount" -}}
{{- with .root.Values.serviceAccount -}}
{{- if not .create -}}{{ .name | default "default" }}
{{- else if $.isHook -}}{{ include "typecase.name" (dict "root" $.root "service" "hooks") }}
{{- else -}}{{ .name | default (include "typecase.fullname" $.root) }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "typecase.image" -}}
{{- $registry := .Values.image.registry | default (.Values.global | default dict).imageRegistry -}}
{{- with .Values.image -}}
{{- with $registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{- .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end -}}
{{- end -}}
{{- end -}}

{{/* gRPC port of a service. */}}
{{- define "typecase.grpcPort" -}}
{{- get (dict "identity" "50051" "content" "50052" "media" "50053" "themes" "50054" "publisher" "50055") . -}}
{{- end -}}

{{/* The services that a service calls. The network policies allow these calls. */}}
{{- define "typecase.calls" -}}
{{- get (dict "gateway" "identity content media themes publisher" "media" "content" "publisher"
  "identity content media themes" "identity" "" "content" "" "themes" "") . -}}
{{- end -}}

{{/* True if a service mounts the volume of the site. */}}
{{- define "typecase.siteOnVolume" -}}
{{- if and (has .service (list "gateway" "publisher")) (not .root.Values.s3.siteBucket) (not
  .withoutSite) }}yes{{ end -}}
{{- end -}}

{{/* The bucket of a service; empty if the service stores nothing in S3. */}}
{{- define "typecase.bucket" -}}
{{- with .root.Values.s3 -}}
{{- get (dict "media" .mediaBucket "themes" .themesBucket "publisher" .siteBucket "gateway" .siteBucket
  "identity" "" "content" "") $.service -}}
{{- end -}}
{{- end -}}
