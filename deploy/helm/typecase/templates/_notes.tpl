{{- define "typecase.notes" -}}
{{- $gateway := include "typecase.name" (dict "root" . "service" "gateway") -}}
{{- $namespace := .Release.Namespace -}}
Typecase {{ .Chart.AppVersion }} is installed as {{ .Release.Name }} in the namespace {{ $namespace }}.

1. Wait until it is ready:
   kubectl -n {{ $namespace }} rollout status deployment/{{ $gateway }}

2. Open it:
   API and web interface: {{ .Values.publicUrl }}
   Site: {{ .Values.publicSiteUrl }}
{{- if not (or .Values.ingress.enabled .Values.httpRoute.enabled) }}
   Without an Ingress or HTTPRoute, forward the ports:
   kubectl -n {{ $namespace }} port-forward service/{{ $gateway }} 3000 3001
{{- end }}

3. Sign in:
{{- if .Values.demo.enabled }}
   User admin, password admin-password.
{{- else if .Values.admin.existingSecret }}
   The Secret {{ .Values.admin.existingSecret }} holds user and password of the first administrator:
   kubectl -n {{ $namespace }} get secret {{ .Values.admin.existingSecret }} -o go-template='{{ printf
     "{{index .data %q | base64decode}}" .Values.admin.keys.password }}'
{{- else }}
   The identity service logs the password of the first administrator once:
   kubectl -n {{ $namespace }} logs deployment/{{ include "typecase.name" (dict "root" . "service"
     "identity") }} | grep 'First administrator'
{{- end }}

4. Next: create users, choose a theme, publish. Before the next upgrade read UPGRADING.md of the chart.
{{- with include "typecase.warnings" . | trim }}

Warnings:
{{ . }}
{{- end }}
{{- end -}}

{{/* Warnings about these values, one per line. */}}
{{- define "typecase.warnings" -}}
{{- if .Values.demo.enabled }}
- This is a demo: PostgreSQL, NATS and S3 lose everything when their pods end, and the passwords are public.
{{- else }}
{{- if not .Values.backup.enabled }}
- backup.enabled is false: make sure that PostgreSQL and S3 are backed up.
{{- end }}
{{- if and (not .Values.s3.existingSecret) (not .Values.serviceAccount.annotations) }}
- s3.existingSecret is empty and the service account has no annotations: the pods need S3 credentials from their environment.
{{- end }}
{{- if .Values.networkPolicy.enabled }}
- Outside the release the pods reach only DNS and the addresses in networkPolicy. If a service is not ready because
  it cannot reach PostgreSQL, NATS or S3, add an entry to networkPolicy.backing.
{{- end }}
{{- end }}
{{- if not .Values.serviceKeys.enabled }}
- serviceKeys.enabled is false: services accept calls {{ ternary
  "from all pods that the network policies allow" "from every pod that reaches them"
  .Values.networkPolicy.enabled }}.
{{- else if not .Values.networkPolicy.enabled }}
- networkPolicy.enabled is false: every pod of the cluster reaches the ports of the services.
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (hasPrefix "http://" .Values.publicUrl) }}
- publicUrl starts with http://: passwords and cookies cross the network in the clear.
{{- end }}
{{- range $entrance := list "ingress" "httpRoute" }}
{{- $values := get $.Values $entrance }}
{{- if $values.enabled }}
{{- $hosts := list }}
{{- range (include "typecase.hosts" $values | fromYaml).hosts }}{{ $hosts = append $hosts .host }}{{ end }}
{{- range $name := list "publicUrl" "publicSiteUrl" }}
{{- $host := get $.Values $name | regexFind "//[^/:]+" | trimPrefix "//" }}
{{- $isListed := false }}
{{- range $hosts }}
{{- $isWildcard := and (hasPrefix "*." .) (hasSuffix (trimPrefix "*" .) $host) }}
{{- if or $isWildcard (eq . $host) }}{{ $isListed = true }}{{ end }}
{{- end }}
{{- if not $isListed }}
- {{ $name }} has the host {{ $host }}, which {{ $entrance }} does not list.
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}
