export type ResourceAttributes = Readonly<Record<string, string>>

/** Attributes in OTEL_RESOURCE_ATTRIBUTES and OTEL_SERVICE_NAME. Loads OpenTelemetry only if one is set. */
export async function attributesOfEnvironment(): Promise<ResourceAttributes> {
  if (!process.env.OTEL_RESOURCE_ATTRIBUTES && !process.env.OTEL_SERVICE_NAME) return {}
  const { detectResources, envDetector } = await import('@opentelemetry/resources')
  const { attributes } = detectResources({ detectors: [envDetector] })
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)]))
}
