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
