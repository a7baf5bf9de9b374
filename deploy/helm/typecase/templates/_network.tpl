{{/* Network policy rules for PostgreSQL, NATS and S3. */}}
{{- define "typecase.backingEgress" -}}
{{- if .Values.demo.enabled -}}
- ports: [{ port: 5432 }, { port: 4222 }, { port: 9000 }]
  to:
    - podSelector:
        matchLabels: { app.kubernetes.io/instance: {{ .Release.Name }}, app.kubernetes.io/part-of: typecase-demo }
{{- else -}}
{{- if not .Values.networkPolicy.backing }}
{{- fail
  "networkPolicy.backing is required: list the addresses and ports of Postgres, NATS and S3, or set networkPolicy.enabled to false" }}
{{- end }}
{{- include "typecase.peerEgress" .Values.networkPolicy.backing }}
{{- end }}
{{- end -}}

{{/* Egress rules for a list of peers; each has `ports` and either `cidr` or `to`. */}}
{{- define "typecase.peerEgress" -}}
{{- range . }}
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
{{- end -}}

{{/* Additional rules from the values: those for every pod, then those for `component`. `direction` is
  extraIngress or extraEgress. */}}
{{- define "typecase.extraRules" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- with concat (get $policy .direction) (get (get $policy.components .component | default dict) .direction
  | default list) }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* A policy for the pods of hooks or of the backup: by default no pod may call them, and they
  may call DNS, PostgreSQL, NATS and S3. Arguments: `component`, `selector`. */}}
{{- define "typecase.jobPolicy" -}}
spec:
  podSelector: {{- toYaml .selector | nindent 4 }}
  policyTypes: [Ingress, Egress]
  {{- with include "typecase.extraRules" (dict "root" .root "component" .component "direction"
    "extraIngress") }}
  ingress: {{- . | nindent 4 }}
  {{- end }}
  egress:
    - ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
    {{- include "typecase.backingEgress" .root | trim | nindent 4 }}
    {{- include "typecase.extraRules" (dict "root" .root "component" .component "direction" "extraEgress") |
      indent 4 }}
{{- end -}}

