import { invalid } from '@typecase/kernel'
import { isJsonObject, type JsonObject } from '../../core/json.ts'

/** @throws VALIDATION_ERROR when the metadata is not a JSON object */
export function metadataFrom(json: string): JsonObject {
  const value = parsed(json)
  if (!isJsonObject(value)) throw invalid([{ path: 'metadata', message: 'metadata must be an object' }])
  return value
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}
