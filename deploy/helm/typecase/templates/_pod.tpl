{{/*
The pod template of services, hooks and the CronJob. Arguments: `root`, `service` (the component), `settings`.
Of the container: `container` (name), `args`, `env`, `valuesEnv`, `mounts`, `body` (ports, probes).
Of the pod: `volumes`, `restartPolicy`, `isHook`, `isSpread`, `annotations`.
*/}}
{{- define "typecase.podTemplate" -}}
{{- $settings := .settings -}}
metadata:
  labels: {{- merge (dict) (include "typecase.selector" . | fromYaml) ($settings.podLabels | default dict)
    (include "typecase.labels" . | fromYaml) | toYaml | nindent 4 }}
  {{- with merge (dict) ($settings.podAnnotations | default dict) (.annotations | default dict) }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ $settings.serviceAccountName | default (include "typecase.serviceAccount" .) }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  securityContext: {{- toYaml $settings.podSecurityContext | nindent 4 }}
  {{- with .root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .restartPolicy }}
  restartPolicy: {{ . }}
  {{- end }}
  {{- range $field := list "terminationGracePeriodSeconds" "priorityClassName" "runtimeClassName"
    "nodeSelector" "affinity" "tolerations" "hostAliases" "dnsPolicy" "dnsConfig" "initContainers" }}
  {{- with get $settings $field }}
  {{- dict $field . | toYaml | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- include "typecase.topologySpread" . | indent 2 }}
  containers:
    - name: {{ .container }}
      image: {{ include "typecase.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: {{ toJson .args }}
      securityContext: {{- toYaml $settings.securityContext | nindent 8 }}
      env: {{- include "typecase.allEnv" . | trim | nindent 8 }}
      {{- with $settings.extraEnvFrom }}
      envFrom: {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .body }}
      {{- . | nindent 6 }}
      {{- end }}
      resources: {{- toYaml $settings.resources | nindent 8 }}
      volumeMounts:
        {{- .mounts | nindent 8 }}
        {{- with $settings.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    {{- with $settings.extraContainers }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  volumes:
    {{- .volumes | nindent 4 }}
    {{- with $settings.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{/* Spread constraints of the values, or else of the chart. A constraint without a selector selects the pods
  of the component. */}}
{{- define "typecase.topologySpread" -}}
{{- $selector := dict "matchLabels" (include "typecase.selector" . | fromYaml) -}}
{{- if .settings.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- range .settings.topologySpreadConstraints }}
  - {{- merge (dict) . (dict "labelSelector" $selector) | toYaml | nindent 4 }}
  {{- end }}
{{- else if and .isSpread .root.Values.topologySpread.enabled }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: {{ .root.Values.topologySpread.topologyKey }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: {{- toYaml $selector | nindent 6 }}
{{- end }}
{{- end -}}
