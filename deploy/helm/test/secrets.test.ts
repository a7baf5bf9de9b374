/** Checks which Secrets pods mount, with which keys, and which variables name their files. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { examples, render } from '../src/chart.ts'
import { type Manifest, manifestsOf } from '../src/manifests.ts'
import { of, podOf } from './rendered.ts'

const valuesOf = (example: string) => examples.find(({ name }) => name === example)?.values ?? ''
const everything = manifestsOf(render(fileURLToPath(new URL('values/everything.yaml', import.meta.url))))

function podNamed(manifests: readonly Manifest[], name: string) {
  const [pod] = manifests.flatMap((manifest) => (manifest.metadata.name === name && podOf(manifest)) || [])
  if (!pod) throw new Error(`no pod is named ${name}`)
  return pod
}
/** Every variable that names a file of a Secret, with the Secret's name and key. */
function secretsOf(manifests: readonly Manifest[], name: string) {
  const { volumes, containers } = podNamed(manifests, name)
  const files = containers[0]?.env?.filter((variable) => variable.name.endsWith('_FILE')) ?? []
  const found = files.map((variable) => {
    const [, , volume, file] = variable.value.split('/')
    const secret = volumes.find((each) => each.name === volume)?.secret
    const items = secret?.items as { key: string; path: string }[] | undefined
    return [
      variable.name,
      `${secret?.secretName}/${items ? items.find(({ path }) => path === file)?.key : file}`,
    ]
  })
  return Object.fromEntries(found) as Record<string, string>
}

describe('the Secrets of the pods', () => {
  it('have the names and keys that the values set', () => {
    expect(secretsOf(everything, 'typecase-identity')).toEqual({
      SERVICE_KEYS_FILE: 'cms/identity',
      DATABASE_URL_FILE: 'cms-app/uri',
      NATS_CREDS_FILE: 'cms-creds/creds-identity',
      NATS_TLS_CA_FILE: 'cms-nats-tls/root.pem',
      ADMIN_USERNAME_FILE: 'cms/admin',
      ADMIN_PASSWORD_FILE: 'cms/admin-password',
    })
    expect(secretsOf(everything, 'typecase-gateway')).toEqual({
      SERVICE_KEYS_FILE: 'cms/gateway-keys',
      COOKIE_SECRET_FILE: 'cms/cookie',
    })
  })

  it('are the same for a service and its migrations; the backup needs only the database URL', () => {
    const media = secretsOf(everything, 'typecase-media')
    expect(media).toMatchObject({
      NATS_CREDS_FILE: 'cms-creds/media.creds',
      NATS_TLS_CA_FILE: 'media-tls/root.pem',
    })
    expect(secretsOf(everything, 'typecase-migrate-media')).toEqual(media)
    expect(secretsOf(everything, 'typecase-typecase-backup')).toEqual({ DATABASE_URL_FILE: 'cms-app/uri' })
  })

  it('can be separate Secrets for each service', () => {
    const perService = [
      '--set',
      'database.existingSecrets.media=cms-media-app,database.keys.media=uri',
      '--set',
      'nats.tls.existingSecret=tls',
    ]
    const manifests = manifestsOf(
      render(valuesOf('ha'), ...perService, '--set', 'nats.nkey.existingSecret=cms-nkeys'),
    )
    expect(secretsOf(manifests, 'typecase-media')).toMatchObject({
      DATABASE_URL_FILE: 'cms-media-app/uri',
      NATS_URL_FILE: 'typecase-nats/url-media',
      NATS_NKEY_FILE: 'cms-nkeys/nkey-media',
      NATS_TLS_CA_FILE: 'tls/ca.crt',
      NATS_TLS_CERT_FILE: 'tls/tls.crt',
      NATS_TLS_KEY_FILE: 'tls/tls.key',
      S3_ACCESS_KEY_FILE: 'typecase-s3/access-key',
    })
    expect(secretsOf(manifests, 'typecase-content').DATABASE_URL_FILE).toBe('typecase-database/url-content')
  })

  it('are not required for S3 with default credentials or NATS without a password', () => {
    const variables = podNamed(everything, 'typecase-media').containers[0]?.env ?? []
    expect(variables.filter(({ name }) => /^S3_(ACCESS|SECRET)/.test(name))).toEqual([])
    expect(variables).toContainEqual({ name: 'NATS_URL', value: 'tls://nats.messaging:4222' })
    expect(podNamed(everything, 'typecase-media').volumes.map(({ name }) => name)).not.toContain('nats')
  })

  it('restart pods after a change', () => {
    const checksums = of('small').flatMap((manifest) => {
      const { template } = (manifest.spec ?? {}) as {
        template?: { metadata: { annotations?: Record<string, string> } }
      }
      return manifest.kind === 'Deployment' ? [template?.metadata.annotations?.['checksum/config']] : []
    })
    expect(new Set(checksums.filter(Boolean)).size, 'the services and the NATS server of the demo').toBe(7)
    const off = render(valuesOf('small'), '--set', 'checksums.enabled=false')
    expect(off).not.toContain('checksum/config')
  })

  it.each([
    [
      'two ways to sign in to NATS',
      'nats.creds.existingSecret=a,nats.nkey.existingSecret=b',
      'nats.creds and nats.nkey',
    ],
    ['a password in the address of NATS', 'nats.url=nats://user:password@nats:4222', 'nats.url'],
    ['a key that no service reads', 'database.keys.gateway=url', 'database.keys'],
    [
      'a backup of several databases',
      'database.existingSecrets.media=x',
      'backup.enabled needs one database',
    ],
  ])('are rejected: %s', (_, settings, message) => {
    expect(() => render(valuesOf('external'), '--set', settings)).toThrow(message)
  })
})
