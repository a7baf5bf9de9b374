/** Loads the proto files with the options of the generated types. */
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ServiceDefinition } from '@grpc/grpc-js'
import { loadSync, type MessageTypeDefinition, type PackageDefinition } from '@grpc/proto-loader'
import { loaderOptions } from './loader-options.ts'

const protoRoot = fileURLToPath(new URL('../../../proto/', import.meta.url))

let loaded: PackageDefinition | undefined

/** All definitions by full name, read once per process. */
function definitions(): PackageDefinition {
  loaded ??= loadSync(globSync('**/*.proto', { cwd: protoRoot }).sort(), {
    ...loaderOptions,
    includeDirs: [protoRoot],
  })
  return loaded
}

/** @throws Error when no proto file defines the service */
export function loadService(fullName: string): ServiceDefinition {
  const found = definitions()[fullName]
  if (!found || 'format' in found) throw new Error(`no service ${fullName} in the proto files`)
  return found as ServiceDefinition
}

/** @throws Error when no proto file defines the message */
export function loadMessage(fullName: string): MessageTypeDefinition<object, object> {
  const found = definitions()[fullName]
  if (!found || !('format' in found) || !('serialize' in found))
    throw new Error(`no message ${fullName} in the proto files`)
  return found as MessageTypeDefinition<object, object>
}
