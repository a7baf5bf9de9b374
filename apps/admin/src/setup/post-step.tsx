import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, unwrap, withKey } from '../api/client.ts'
import { useT } from '../i18n/i18n.ts'
import { randomId } from '../random-id.ts'
import { fieldErrorOf } from '../ui/error-text.ts'
import { useAction } from '../ui/use-action.ts'
import type { StepProps } from './steps.ts'
import { finishSetup } from './use-first-start.ts'

/** Creates an optional first post, generates the site and finishes the setup. */
export function PostStep({ onDone }: StepProps) {
  const t = useT()
  const [post, setPost] = useState<FirstPost>({ title: '', content: '' })
  const { publish, skip } = useFinishActions(post, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    publish.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('common.title')}
          required
          size="md"
          error={fieldErrorOf(publish.error, 'metadata.title', t)}
          value={post.title}
          onChange={({ currentTarget: { value } }) => setPost((before) => ({ ...before, title: value }))}
        />
        <Textarea
          label={t('setup.postContent')}
          size="md"
          autosize
          minRows={6}
          maxRows={14}
          value={post.content}
          onChange={({ currentTarget: { value } }) => setPost((before) => ({ ...before, content: value }))}
        />
        <Group justify="flex-end" mt="sm">
          <Button
            variant="subtle"
            loading={skip.isPending}
            disabled={publish.isPending}
            onClick={() => skip.mutate()}
          >
            {t('setup.skip')}
          </Button>
          <Button
            type="submit"
            loading={publish.isPending}
            disabled={post.title.trim() === '' || skip.isPending}
          >
            {t('setup.publish')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FirstPost {
  readonly title: string
  readonly content: string
}

/** Finishes the setup, with the post or without it. */
function useFinishActions({ title, content }: FirstPost, onDone: () => void) {
  const t = useT()
  const invalidates = ['posts', 'site']
  // Retries use the same idempotency key, so that they create only one post.
  const [key] = useState(() => randomId())
  const publish = useAction(
    async () => {
      const metadata = { title: title.trim(), status: 'published' as const }
      const params = { header: withKey(key) }
      await unwrap(api.POST('/api/posts', { body: { metadata, content }, params }))
      await generateAndFinish()
    },
    { invalidates, onDone, onFailed: (error) => fieldErrorOf(error, 'metadata.title', t) !== undefined },
  )
  const skip = useAction(generateAndFinish, { invalidates, onDone })
  return { publish, skip }
}

async function generateAndFinish(): Promise<void> {
  await unwrap(api.POST('/api/static/generate'))
  await finishSetup()
}
