import { createLogger } from '@typecase/runtime/log'
import { migrate, openPostgres } from '@typecase/runtime/postgres'
import { label, testPostgres } from '@typecase/testing/infra'
import { freshSchema } from '@typecase/testing/postgres'
import { describe } from 'vitest'
import { postgresMenuStore } from '../../src/adapters/postgres/menu-store.ts'
import { migrations, type ThemesTables } from '../../src/adapters/postgres/tables.ts'
import { postgresThemeStore } from '../../src/adapters/postgres/theme-store.ts'
import { memoryMenuStore } from '../memory/menu-store.ts'
import { memoryThemeStore } from '../memory/theme-store.ts'
import { menuStoreContract } from './menu-store.contract.ts'
import { themeStoreContract } from './theme-store.contract.ts'

const log = createLogger('themes', 'silent')
const { skip } = await testPostgres()

/** Opens a schema twice, like two replicas. */
async function twoReplicas() {
  const { url, schema, drop } = await freshSchema('themes')
  const open = () => openPostgres<ThemesTables>({ url, schema, log })
  const replicas = [open(), open()] as const
  await Promise.all(replicas.map((replica) => migrate(replica, migrations)))
  return {
    replicas,
    facts: () =>
      replicas[0].db
        .selectFrom('outbox')
        .select(['type', 'entity', 'revision', 'data'])
        .orderBy('position')
        .execute(),
    close: async () => {
      await Promise.all(replicas.map((replica) => replica.close()))
      await drop()
    },
  }
}

function settableClock() {
  let at = new Date()
  const setClock = (next: Date) => {
    at = next
  }
  return { clock: () => at, setClock }
}

describe('the memory theme store', () => {
  themeStoreContract(async () => {
    const { clock, setClock } = settableClock()
    const store = memoryThemeStore(clock)
    return {
      stores: [store, store],
      facts: async () => store.facts(),
      setClock,
      close: async () => undefined,
    }
  })
})

describe.skipIf(skip !== undefined)(label('the Postgres theme store', skip), () => {
  themeStoreContract(async () => {
    const { clock, setClock } = settableClock()
    const { replicas, ...rest } = await twoReplicas()
    return {
      stores: [postgresThemeStore(replicas[0], clock), postgresThemeStore(replicas[1], clock)],
      setClock,
      ...rest,
    }
  })
})

describe('the memory menu store', () => {
  menuStoreContract(async () => {
    const store = memoryMenuStore()
    return { stores: [store, store], facts: async () => store.facts(), close: async () => undefined }
  })
})

describe.skipIf(skip !== undefined)(label('the Postgres menu store', skip), () => {
  menuStoreContract(async () => {
    const { replicas, ...rest } = await twoReplicas()
    return { stores: [postgresMenuStore(replicas[0]), postgresMenuStore(replicas[1])], ...rest }
  })
})
