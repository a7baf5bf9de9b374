import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last letter. */
const patience = 200

/**
 * What a picker searches for on the server as the author types. A field that shows what is chosen has that as its text:
 * this is no search, and everything is offered then.
 */
export function useTyped(chosen = '') {
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, patience)
  return { typed, search: settled === chosen ? '' : settled.trim(), isSettled: settled === typed, setTyped }
}

/** The server has searched: the field shows all that it found. */
export const asFound: OptionsFilter = ({ options }) => options
