/** NATS users as text of a server's configuration. */
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

/** One for each service with a connection, and one for an operator. */
export const usersOf = (installation: Installation = {}): readonly NatsUser[] => [
  ...eventServices.map((service) => ({
    name: userOf(service, installation.prefix),
    permissions: servicePermissions(service, installation),
  })),
  { name: operatorOf(installation.prefix), permissions: operatorPermissions(installation) },
]

/** Those of an installation without a prefix of its own. */
export const systemUsers = usersOf()

export const readerUser = (name: string, installation: Installation = {}): NatsUser => ({
  name,
  permissions: readerPermissions(name, installation),
})

/** A user and its password as it stands in the configuration. @throws Error when the name has characters of subjects */
function userText({ name, permissions }: NatsUser, password: string): string {
  if (!/^[\w-]+$/.test(name))
    throw new Error(`${name} is no name of a NATS user: use letters, digits, - and _`)
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

/** A whole `authorization` block. Users without a password are left out. */
export function usersConfig(users: readonly NatsUser[], passwords: Readonly<Record<string, string>>): string {
  const texts = users.flatMap((user) => {
    const password = passwords[user.name]
    return password ? [userText(user, JSON.stringify(password))] : []
  })
  return `authorization {\nusers: [\n${texts.join('')}]\n}\n`
}

/** The variable of the server's environment that holds the password of a user: `TYPECASE_IDENTITY_PASSWORD`. */
export const passwordVariable = (user: string): string => `${user.toUpperCase().replace(/\W/g, '_')}_PASSWORD`

/** A list of users for `include` inside of an `authorization` block or an account; passwords come from the environment. */
export const usersInclude = (users: readonly NatsUser[]): string =>
  `users: [\n${users.map((user) => userText(user, `$${passwordVariable(user.name)}`)).join('')}]\n`
