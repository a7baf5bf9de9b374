import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { oneLine } from './one-line.ts'

interface TitleLineProps {
  readonly name: 'title' | 'subtitle'
  readonly value: string
  readonly onChange: (text: string) => void
  /** Moves the focus to the next field. */
  readonly onEnter: () => void
  readonly autoFocus?: boolean
}

/**
 * A field for a value of one line, which wraps on the screen. A blank at the end is shown while the author
 * types, but is not part of the value.
 */
export function TitleLine({ name, value, onChange, onEnter, autoFocus = false }: TitleLineProps) {
  const t = useT()
  const [typed, setTyped] = useState(value)
  const enter = (event: KeyboardEvent) => {
    // Ignores the Enter key while it confirms the composition of an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <Textarea
      aria-label={t(`editor.${name}`)}
      placeholder={t(`editor.${name}`)}
      variant="unstyled"
      autosize
      minRows={1}
      value={typed.trim() === value ? typed : value}
      onChange={({ currentTarget }) => {
        const line = oneLine(currentTarget.value)
        setTyped(line)
        onChange(line.trim())
      }}
      onBlur={() => setTyped(value)}
      onKeyDown={enter}
      classNames={{ input: `${name}-input` }}
      autoFocus={autoFocus}
    />
  )
}
