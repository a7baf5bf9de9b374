import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last keystroke until the server is searched. */
const debounceMs = 200

/**
 * The text that a picker searches for on the server. While a field only shows its selected value, the search
 * is empty, so that the field lists all options.
 */
export function useTyped(selected = '') {
  const [typed, setTyped] = useState('')
  const [debounced] = useDebouncedValue(typed, debounceMs)
  return {
    typed,
    search: debounced === selected ? '' : debounced.trim(),
    isCurrent: debounced === typed,
    setTyped,
  }
}

/** Shows all options, because the server has filtered them. */
export const noClientFilter: OptionsFilter = ({ options }) => options
