{{/* The Secrets that a component reads. */}}
{{- define "typecase.secretsOf" -}}
{{- if eq .service "gateway" -}}service-keys cookie
{{- else if eq .service "typecase-backup" -}}database s3
{{- else -}}service-keys database nats nats-creds nats-nkey nats-tls
{{- end -}}
{{- if eq .service "identity" }} admin{{ end -}}
{{- if include "typecase.bucket" . }} s3{{ end -}}
{{- end -}}

{{/* The part of the values that configures the Secret `what`, such as `database` or `nats-tls`. */}}
{{- define "typecase.secretValues" -}}
{{- $values := .root.Values -}}
{{- get (dict "database" $values.database "nats" $values.nats "s3" $values.s3 "cookie" $values.cookie
  "admin" $values.admin "service-keys" $values.serviceKeys "nats-creds" $values.nats.creds "nats-nkey"
  $values.nats.nkey "nats-tls" $values.nats.tls) .what | toJson -}}
{{- end -}}

{{/* The name of the Secret `what` for a component. Empty if these values configure no such Secret. */}}
{{- define "typecase.secret" -}}
{{- $values := include "typecase.secretValues" . | fromYaml -}}
{{- if and (eq .what "service-keys") (not $values.enabled) -}}
{{- else if .root.Values.demo.enabled -}}
{{- if not (hasPrefix "nats-" .what) -}}{{ include "typecase.name" (dict "root" .root "service" (printf
  "demo-%s" .what)) }}{{- end -}}
{{- else if not (and (eq .what "nats") $values.url) -}}
{{- get ($values.existingSecrets | default dict) .service | default $values.existingSecret -}}
{{- end -}}
{{- end -}}

{{/* True if each component has its own key in the Secret `what`, instead of a key that all share. */}}
{{- define "typecase.hasOwnKey" -}}
{{- $isDemo := .root.Values.demo.enabled -}}
{{- $isOwn := dict "nats" (or $isDemo .root.Values.nats.keyPerService) "database" (and (not $isDemo)
  .root.Values.database.keyPerService) -}}
{{- if get $isOwn (splitList "-" .what | first) -}}yes{{- end -}}
{{- end -}}

{{/* The name of the mounted file with a component's own key of the Secret `what`: `url-<service>`. Empty if
  all components share one key. */}}
{{- define "typecase.ownKey" -}}
{{- if include "typecase.hasOwnKey" . -}}url-{{ .service }}{{- end -}}
{{- end -}}

{{/* True if the services reach PostgreSQL through a pooler in transaction mode. */}}
{{- define "typecase.isPooled" -}}
{{- if and (eq .Values.database.poolMode "transaction") (not .Values.demo.enabled) -}}true{{- end -}}
{{- end -}}

{{/* File names below /secrets/<what>, mapped to their keys in the Secret. */}}
{{- define "typecase.secretFiles" -}}
{{- $keys := (include "typecase.secretValues" . | fromYaml).keys -}}
{{- $own := ternary .service "" (include "typecase.hasOwnKey" . | empty | not) -}}
{{- if has .what (list "database" "nats") }}
{{- $file := include "typecase.ownKey" . | default "url" }}
{{- $key := get $keys ($own | default "url") }}
{{ $file }}: {{ $key | quote }}
{{- if and (eq .what "database") (include "typecase.isPooled" .root) }}
direct-{{ $file }}: {{ printf "direct-%s" $key | quote }}
{{- end }}
{{- else if eq .what "nats-creds" }}
nats.creds: {{ get $keys ($own | default "creds") | quote }}
{{- else if eq .what "nats-nkey" }}
nkey.seed: {{ get $keys ($own | default "seed") | quote }}
{{- else if eq .what "nats-tls" }}
{{- with $keys.ca }}
ca.crt: {{ . | quote }}
{{- end }}
{{- with $keys.cert }}
tls.crt: {{ . | quote }}
{{- end }}
{{- with $keys.key }}
tls.key: {{ . | quote }}
{{- end }}
{{- else if eq .what "s3" }}
access-key: {{ $keys.accessKey | quote }}
secret-key: {{ $keys.secretKey | quote }}
{{- else if eq .what "service-keys" }}
{{ .service }}: {{ get $keys .service | quote }}
{{- else }}
{{- toYaml $keys | nindent 0 }}
{{- end }}
{{- end -}}

{{/* The Secrets that a component mounts: `name` (of the volume), `secret`, `files`, and `isWhole` if all
  keys are mounted. */}}
{{- define "typecase.mountedSecrets" -}}
{{- if and (or .root.Values.nats.creds.existingSecret .root.Values.nats.creds.existingSecrets) (or
  .root.Values.nats.nkey.existingSecret .root.Values.nats.nkey.existingSecrets) -}}
{{- fail "nats.creds and nats.nkey exclude each other: set only one" -}}
{{- end -}}
{{- $mounted := list -}}
{{- range $what := splitList " " (include "typecase.secretsOf" .) -}}
{{- $scope := dict "root" $.root "service" $.service "what" $what -}}
{{- with include "typecase.secret" $scope -}}
{{- $files := include "typecase.secretFiles" $scope | fromYaml -}}
{{- $isWhole := not (or (has $what (list "service-keys" "nats-tls")) (include "typecase.hasOwnKey"
  $scope)) -}}
{{- range $file, $key := $files -}}
{{- if $.root.Values.demo.enabled -}}{{ $_ := set $files $file $file }}{{- end -}}
{{- if ne $file (get $files $file) -}}{{ $isWhole = false }}{{- end -}}
{{- end -}}
{{- $mounted = append $mounted (dict "name" $what "secret" . "files" $files "isWhole" $isWhole) -}}
{{- end -}}
{{- end -}}
{{- dict "secrets" $mounted | toJson -}}
{{- end -}}

{{- define "typecase.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- range (include "typecase.mountedSecrets" . | fromYaml).secrets }}
- { name: {{ .name }}, mountPath: /secrets/{{ .name }}, readOnly: true }
{{- end }}
{{- if include "typecase.siteOnVolume" . }}
- { name: site, mountPath: /site{{ if eq .service "gateway" }}, readOnly: true{{ end }} }
{{- end }}
{{- end -}}

{{- define "typecase.volumes" -}}
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- range (include "typecase.mountedSecrets" . | fromYaml).secrets }}
- name: {{ .name }}
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
    {{- if not .isWhole }}
    items:
      {{- range $file, $key := .files }}
      - { key: {{ $key | quote }}, path: {{ $file | quote }} }
      {{- end }}
    {{- end }}
{{- end }}
{{- if include "typecase.siteOnVolume" . }}
- name: site
  persistentVolumeClaim:
    claimName: {{ .root.Values.site.existingClaim | default (include "typecase.name" (dict "root" .root
      "service" "site")) }}
{{- end }}
{{- end -}}

{{/*
An annotation with a checksum of the Secrets and ConfigMaps of a component. A change replaces the pods.
Only an install or upgrade can read existing objects. `helm template` knows only the demo's Secrets.
*/}}
{{- define "typecase.checksum" -}}
{{- $root := .root -}}
{{- $content := dict -}}
{{- if $root.Values.checksums.enabled -}}
{{- $demo := include "typecase.demoSecrets" $root | fromYaml -}}
{{- range (include "typecase.mountedSecrets" . | fromYaml).secrets -}}
{{- $name := .name -}}
{{- $data := dict -}}
{{- if $root.Values.demo.enabled -}}{{- $data = get $demo .name -}}
{{- else -}}{{- $data = (lookup "v1" "Secret" $root.Release.Namespace .secret).data | default dict -}}
{{- end -}}
{{- range $file, $key := .files -}}
{{- if hasKey $data $key -}}{{ $_ := set $content (printf "%s/%s" $name $file) (get $data $key) }}{{- end -}}
{{- end -}}
{{- end -}}
{{- range (include "typecase.references" .settings | fromYaml).references -}}
{{- with (lookup "v1" .kind $root.Release.Namespace .name).data -}}
{{- $_ := set $content (len $content | print) . -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if $content -}}
checksum/config: {{ toYaml $content | sha256sum }}
{{- end -}}
{{- end -}}

{{/* Kind and name of the Secrets and ConfigMaps that extraEnv, extraEnvFrom and extraVolumes refer to. */}}
{{- define "typecase.references" -}}
{{- $found := list -}}
{{- range concat (.extraEnv | default list) (.extraEnvFrom | default list) (.extraVolumes | default list) -}}
{{- $from := .valueFrom | default dict -}}
{{- range list .configMapRef .configMap $from.configMapKeyRef -}}
{{- with . }}{{ with .name }}{{ $found = append $found (dict "kind" "ConfigMap" "name"
  .) }}{{ end }}{{ end -}}
{{- end -}}
{{- range list .secretRef .secret $from.secretKeyRef -}}
{{- with . }}{{ with .name | default .secretName }}{{ $found = append $found (dict "kind" "Secret" "name"
  .) }}{{ end }}{{ end -}}
{{- end -}}
{{- end -}}
{{- dict "references" $found | toJson -}}
{{- end -}}

{{- define "typecase.s3Endpoint" -}}
{{- if .Values.demo.enabled }}http://{{ include "typecase.name" (dict "root" . "service"
  "demo-s3") }}:9000{{ else }}{{ required "s3.endpoint is required" .Values.s3.endpoint }}{{ end -}}
{{- end -}}
