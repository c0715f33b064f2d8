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
