import { createRequire } from 'node:module'
import type * as Aws from '@aws-sdk/credential-provider-node'
import type { ClientOptions } from 'minio'

type CredentialProvider = NonNullable<ClientOptions['credentialsProvider']>

interface MinioCredentials {
  readonly CredentialProvider: new (keys: { accessKey: string; secretKey: string }) => CredentialProvider
}

/**
 * Default credential chain of AWS: environment, shared files, web identity token, container, instance
 * metadata. Renews temporary credentials five minutes before they expire.
 */
export function defaultCredentials(): CredentialProvider {
  const require = createRequire(import.meta.url)
  const { defaultProvider } = require('@aws-sdk/credential-provider-node') as typeof Aws
  const { CredentialProvider: Base } = require('minio/dist/main/CredentialProvider.js') as MinioCredentials
  const provide = defaultProvider()
  return new (class extends Base {
    override async getCredentials() {
      const { accessKeyId, secretAccessKey, sessionToken } = await provide()
      this.setAccessKey(accessKeyId)
      this.setSecretKey(secretAccessKey)
      this.setSessionToken(sessionToken ?? '')
      return super.getCredentials()
    }
  })({ accessKey: '', secretKey: '' })
}
