import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last keystroke. */
const debounceMs = 200

/**
 * The text that a picker searches for on the server. A field that shows its selected value has that value as
 * text: this is no search, so all options are listed.
 */
export function useTyped(chosen = '') {
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, debounceMs)
  return {
    typed,
    search: debounced === chosen ? '' : debounced.trim(),
    isCurrent: debounced === typed,
    setTyped,
  }
}

/** The server has filtered already. */
export const noClientFilter: OptionsFilter = ({ options }) => options
