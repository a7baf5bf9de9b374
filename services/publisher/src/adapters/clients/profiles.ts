import type { UserProfile } from '@typecase/contracts/messages'
import { ProfileServiceDef } from '@typecase/contracts/services'
import { serviceActor } from '@typecase/kernel'
import { grpcClient, isRefused, isUnimplemented, type LocalServers } from '@typecase/runtime/grpc'
import type { Logger } from '@typecase/runtime/log'
import type { CallSigner } from '@typecase/runtime/service-keys'
import { shownData } from '../../core/site/shown-text.ts'
import type { Profile } from '../../core/site/site.ts'

/** A profile as the identity service stores it: the avatar is the id of a media file. */
export type StoredProfile = Profile

export interface ProfileReader {
  /** Returns no profiles while the identity service refuses this caller. @throws UPSTREAM_UNAVAILABLE */
  read(signal?: AbortSignal): Promise<readonly StoredProfile[]>
  close(): void
}

const actor = serviceActor('publisher')

/** Returns no profiles, so that bylines show usernames, and logs the reason once. */
function withoutProfiles(log: Logger): (reason: string) => readonly StoredProfile[] {
  let isLogged = false
  return (reason) => {
    if (!isLogged) log.warn({ reason }, 'bylines show usernames: the publisher cannot read profiles')
    isLogged = true
    return []
  }
}

/**
 * Without an address or a key, as after an upgrade from an earlier release, the reader returns no profiles.
 */
export function grpcProfileReader(options: {
  readonly address: string | undefined
  readonly hasKey: boolean
  readonly sign?: CallSigner | undefined
  readonly log: Logger
  readonly local?: LocalServers | undefined
}): ProfileReader {
  const none = withoutProfiles(options.log)
  const { address, hasKey } = options
  if (address === undefined || !hasKey) {
    const reason =
      address === undefined ? 'IDENTITY_URL is not set' : 'SERVICE_KEYS has no "publisher identity"'
    return { read: async () => none(reason), close: () => undefined }
  }
  const identity = grpcClient([ProfileServiceDef], address, options.sign, options.local)
  return {
    async read(signal) {
      try {
        const { profiles } = await identity.listProfiles({}, signal ? { actor, signal } : { actor })
        return profiles.map(fromProfile)
      } catch (error) {
        if (isUnimplemented(error)) return none('the identity service is of an earlier release')
        if (isRefused(error))
          return none('the identity service refuses the call: compare the SERVICE_KEYS of both services')
        throw error
      }
    },
    close: () => identity.close(),
  }
}

const fromProfile = ({ username, profile }: UserProfile): StoredProfile =>
  shownData({
    username,
    displayName: profile?.displayName || null,
    bio: profile?.bio || null,
    avatar: profile?.avatar || null,
    links: profile?.links.map(({ title, url }) => ({ title, url })) ?? [],
  })
