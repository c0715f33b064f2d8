{{- define "sluice.name" -}}
{{- if contains "sluice" .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-sluice" .Release.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "sluice.selector" -}}
app.kubernetes.io/name: sluice
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "sluice.labels" -}}
{{ include "sluice.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "sluice.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ default (include "sluice.name" .) .Values.serviceAccount.name }}{{ else }}{{ default "default" .Values.serviceAccount.name }}{{ end }}
{{- end }}

{{/* The gateway's configuration: that of the values, with the admin endpoint and the stop as the chart needs them. */}}
{{- define "sluice.config" -}}
{{- $admin := dict "bind" (printf ":%d" (int .Values.admin.port)) -}}
{{- if .Values.admin.existingSecret -}}
{{- $_ := set $admin "auth" (dict "token" "${SLUICE_ADMIN_TOKEN}" "metrics" .Values.admin.metricsNeedLogin) -}}
{{- else -}}
{{- $_ := set $admin "open" true -}}
{{- end -}}
{{- $process := dict "shutdownDelay" (printf "%ds" (int .Values.shutdown.delaySeconds)) "drain" (printf "%ds" (int .Values.shutdown.drainSeconds)) -}}
{{- $own := dict "admin" $admin "process" $process -}}
{{- toYaml (mergeOverwrite (deepCopy .Values.config) $own) -}}
{{- end }}

{{/* A queue's directory belongs to one process. So with persistence each gateway has a claim of its own, and an old one ends before the new one starts. */}}
{{- define "sluice.kind" -}}
{{- ternary "StatefulSet" "Deployment" .Values.persistence.enabled -}}
{{- end }}

{{/* Fails where a pod would take acknowledged writes with it, or where gateways would share a directory. */}}
{{- define "sluice.refuseLoss" -}}
{{- $persistence := .Values.persistence -}}
{{- if and $persistence.enabled $persistence.existingClaim (gt (int .Values.replicas) 1) -}}
{{- fail "persistence.existingClaim is for one gateway: set replicas to 1, or leave existingClaim empty, and each gateway gets a claim of its own" -}}
{{- end -}}
{{- if not .Values.queuesOnScratch -}}
{{- range $name, $queue := .Values.config.queues -}}
{{- if eq (toString $queue.engine) "disk" -}}
{{- if not $persistence.enabled -}}
{{- fail (printf "config.queues.%s keeps acknowledged writes on disk, and without persistence they are lost with the pod: set persistence.enabled, or queuesOnScratch to accept the loss" $name) -}}
{{- end -}}
{{- $directory := toString (dig "config" "directory" "" $queue) -}}
{{- if not (hasPrefix "/var/lib/sluice/" (printf "%s/" (clean $directory))) -}}
{{- fail (printf "config.queues.%s.config.directory is '%s', which is not on the persistent volume: set it to /var/lib/sluice/queues" $name $directory) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end }}
