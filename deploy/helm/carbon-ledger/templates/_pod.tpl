{{- define "carbon-ledger.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "carbon-ledger.selector" -}}
app.kubernetes.io/name: carbon-ledger
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "carbon-ledger.labels" -}}
{{ include "carbon-ledger.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "carbon-ledger.image" -}}
{{- $image := .Values.image }}
{{- $repository := required "Set image.repository to where your cluster finds the image of Carbon Ledger (deploy/image/Containerfile makes it)." $image.repository }}
{{- if $image.digest }}{{ $repository }}@{{ $image.digest }}{{ else }}{{ $repository }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "carbon-ledger.claim" -}}
{{ .Values.persistence.existingClaim | default (printf "%s-data" (include "carbon-ledger.name" .)) }}
{{- end }}

{{- /* The settings of one process; secrets by reference only. */}}
{{- define "carbon-ledger.env" -}}
{{- $values := .root.Values }}
{{- $host := required "Set host to the name under which people reach the service, for example ledger.example.com." $values.host }}
{{- $sandbox := required "Set sandboxHost to a second name, for the sandbox REST API, for example sandbox.ledger.example.com." $values.sandboxHost }}
{{- $secret := required "Set existingSecret to the name of a Secret with the keys DATABASE_URL and SECRET_KEY." $values.existingSecret }}
{{- $secrets := list "DATABASE_URL" "DATABASE_APP_URL" "DATABASE_SYSTEM_URL" "SECRET_KEY" "METRICS_TOKEN" "SMTP_URL" "WEBHOOK_PROXY_URL" "REFERENCE_DATA_PROXY_URL" "CATEGORIZATION_MODEL_KEY" }}
{{- $own := dict "ROLE" .role "BASE_URL" (printf "https://%s" $host) "API_URL" (printf "https://%s" $host) "SANDBOX_API_URL" (printf "https://%s" $sandbox) "TRUSTED_PROXIES" (join "," $values.trustedProxies) "DATA_DIR" "/data" "HOST" "0.0.0.0" "PORT" "3000" "SHUTDOWN_DELAY_SECONDS" (toString .shutdownDelaySeconds) "PARSER_WORKERS" (toString $values.worker.parserWorkers) "OCR_WORKERS" (toString $values.worker.ocrWorkers) }}
{{- range $name, $value := $values.settings }}
{{- if has $name $secrets }}{{ fail (printf "settings.%s: a secret belongs into the Secret that existingSecret names, not into values." $name) }}{{ end }}
{{- if hasKey $own $name }}{{ fail (printf "settings.%s is set by the chart: see host, sandboxHost, trustedProxies, web and worker." $name) }}{{ end }}
{{- end }}
{{- range $name, $value := merge $own (dict "DEMO" ($values.settings.DEMO | default "off")) (omit $values.settings "DEMO") }}
- name: {{ $name }}
  value: {{ toString $value | quote }}
{{- end }}
{{- range $secrets }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ $secret }}
      key: {{ . }}
      optional: {{ not (has . (list "DATABASE_URL" "SECRET_KEY")) }}
{{- end }}
{{- end }}

{{- /* What web, worker and migration have in common: an unprivileged user, nothing writable but the volume and /tmp. */}}
{{- define "carbon-ledger.pod" -}}
{{- $values := .root.Values }}
serviceAccountName: {{ include "carbon-ledger.name" .root }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    persistentVolumeClaim:
      claimName: {{ include "carbon-ledger.claim" .root }}
  - name: tmp
    emptyDir:
      sizeLimit: 1Gi
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.topologySpreadConstraints }}
topologySpreadConstraints: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "carbon-ledger.container" -}}
image: {{ include "carbon-ledger.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
{{- end }}

{{- define "carbon-ledger.probes" -}}
# Migrations come before the first answer.
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 5
  failureThreshold: 120
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
  timeoutSeconds: 5
  failureThreshold: 2
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 20
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
