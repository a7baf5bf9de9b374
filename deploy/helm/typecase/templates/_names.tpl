{{- define "typecase.name" -}}
{{- printf "%s-%s" .root.Release.Name .service | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "typecase.selector" -}}
app.kubernetes.io/name: typecase
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end -}}

{{- define "typecase.labels" -}}
{{ include "typecase.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "typecase.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* The settings of one service: the defaults under its own entry. */}}
{{- define "typecase.settings" -}}
{{- mergeOverwrite (deepCopy .root.Values.defaults) (deepCopy (index .root.Values.services .service | default dict)) | toYaml -}}
{{- end -}}

{{/* A scalar of the values as a quoted string. Helm reads numbers as float64, which prints 5.24288e+08 by itself. */}}
{{- define "typecase.scalar" -}}
{{- if not (kindIs "float64" .) -}}{{ . | toString | quote }}
{{- else if or (gt . 9007199254740991.0) (lt . -9007199254740991.0) -}}{{ fail (printf "%v is too large a number to keep its digits: quote it in the values" .) }}
{{- else if eq . (floor .) -}}{{ printf "%.0f" . | quote }}
{{- else -}}{{ . | toString | quote }}
{{- end -}}
{{- end -}}

{{/* gRPC port of a service. */}}
{{- define "typecase.grpcPort" -}}
{{- get (dict "identity" "50051" "content" "50052" "media" "50053" "themes" "50054" "publisher" "50055") . -}}
{{- end -}}

{{/* Which services a service calls; the network policies follow from it. */}}
{{- define "typecase.calls" -}}
{{- get (dict "gateway" "identity content media themes publisher" "media" "content" "publisher" "content media themes" "identity" "" "content" "" "themes" "") . -}}
{{- end -}}

{{/* Which services keep the site on a volume. */}}
{{- define "typecase.siteOnVolume" -}}
{{- if and (has .service (list "gateway" "publisher")) (not .root.Values.s3.siteBucket) (not .withoutSite) }}yes{{ end -}}
{{- end -}}

{{/* The bucket of a service; none where it keeps nothing in S3. */}}
{{- define "typecase.bucket" -}}
{{- with .root.Values.s3 -}}
{{- get (dict "media" .mediaBucket "themes" .themesBucket "publisher" .siteBucket "gateway" .siteBucket "identity" "" "content" "") $.service -}}
{{- end -}}
{{- end -}}

{{/* The Secret behind a mount; none when the operator named none. */}}
{{- define "typecase.secret" -}}
{{- if .root.Values.demo.enabled -}}{{ .root.Release.Name }}-demo-{{ .what }}{{- else -}}{{ index .root.Values .what "existingSecret" }}{{- end -}}
{{- end -}}
