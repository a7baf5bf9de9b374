{{/* The contents of the demo's Secrets, by the suffix of the Secret's name. */}}
{{- define "typecase.demoSecrets" -}}
{{- $keys := dict }}
{{- range $service := list "gateway" "identity" "content" "media" "themes" "publisher" }}
{{- range $called := splitList " " (include "typecase.calls" $service) | compact }}
{{- $line := printf "%s %s %s\n" $service $called (printf "demo only: %s %s" $service $called | sha256sum |
  trunc 43) }}
{{- $_ := set $keys $service (print (get $keys $service) $line) }}
{{- $_ := set $keys $called (print (get $keys $called) $line) }}
{{- end }}
{{- end }}
{{- $natsUrls := dict }}
{{- $natsConfig := print "authorization {\n" (.Files.Get "files/nats-users.conf") "}\n" }}
{{- range $service := list "identity" "content" "media" "themes" "publisher" "operator" }}
{{- $password := printf "demo only: %s" $service | sha256sum | trunc 43 }}
{{- $natsConfig = replace (printf "$TYPECASE_%s_PASSWORD" (upper $service)) (quote $password) $natsConfig }}
{{- if ne $service "operator" }}
{{- $_ := set $natsUrls (printf "url-%s" $service) (printf "nats://typecase-%s:%s@%s:4222" $service
  $password (include "typecase.name" (dict "root" $ "service" "demo-nats"))) }}
{{- end }}
{{- end }}
{{- dict
  "service-keys" $keys
  "database" (dict "url" (printf "postgres://typecase:typecase@%s:5432/typecase" (include "typecase.name" (dict "root" $ "service" "demo-postgres"))))
  "nats" $natsUrls
  "nats-server" (dict "nats.conf" $natsConfig)
  "s3" (dict "access-key" "typecase" "secret-key" "typecase-demo")
  "cookie" (dict "secret" "demo-only-cookie-secret")
  "admin" (dict "username" "admin" "password" "admin-password") | toJson }}
{{- end -}}
