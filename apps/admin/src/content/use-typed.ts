import type { OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds after the last keystroke. */
const debounceMs = 200

/**
 * The text that a picker searches for. Empty while the field shows its selected value, so that all options
 * are listed.
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

/** No filter, because the server filters. */
export const noClientFilter: OptionsFilter = ({ options }) => options
