/** NATS users in the syntax of the server's configuration. */
import { eventServices } from '@typecase/contracts/event-users'
import {
  type Installation,
  type NatsPermissions,
  operatorOf,
  operatorPermissions,
  readerPermissions,
  servicePermissions,
  userOf,
} from './permissions.ts'

export interface NatsUser {
  readonly name: string
  readonly permissions: NatsPermissions
}

/** One user for each service that connects to NATS, and one for operators. */
export const usersOf = (installation: Installation = {}): readonly NatsUser[] => [
  ...eventServices.map((service) => ({
    name: userOf(service, installation.prefix),
    permissions: servicePermissions(service, installation),
  })),
  { name: operatorOf(installation.prefix), permissions: operatorPermissions(installation) },
]

/** Users of an installation with the default prefix. */
export const systemUsers = usersOf()

export const readerUser = (name: string, installation: Installation = {}): NatsUser => ({
  name,
  permissions: readerPermissions(name, installation),
})

/** @throws Error when the name has characters that subjects reserve */
function userText({ name, permissions }: NatsUser, password: string): string {
  if (!/^[\w-]+$/.test(name))
    throw new Error(`${name} is no valid NATS user name: use letters, digits, - and _`)
  const list = (subjects: readonly string[]) =>
    subjects.map((subject) => `        ${JSON.stringify(subject)}\n`).join('')
  return [
    '  {',
    `    user: ${JSON.stringify(name)}`,
    `    password: ${password}`,
    '    permissions: {',
    `      publish: [\n${list(permissions.publish)}      ]`,
    `      subscribe: [\n${list(permissions.subscribe)}      ]`,
    '    }',
    '  }\n',
  ].join('\n')
}

/** A whole `authorization` block. Users without a password are omitted. */
export function usersConfig(users: readonly NatsUser[], passwords: Readonly<Record<string, string>>): string {
  const texts = users.flatMap((user) => {
    const password = passwords[user.name]
    return password ? [userText(user, JSON.stringify(password))] : []
  })
  return `authorization {\nusers: [\n${texts.join('')}]\n}\n`
}

/** The server's environment variable for the password of a user: `TYPECASE_IDENTITY_PASSWORD`. */
export const passwordVariable = (user: string): string => `${user.toUpperCase().replace(/\W/g, '_')}_PASSWORD`

/** Users to `include` in an `authorization` block or an account; passwords come from the environment. */
export const usersInclude = (users: readonly NatsUser[]): string =>
  `users: [\n${users.map((user) => userText(user, `$${passwordVariable(user.name)}`)).join('')}]\n`
