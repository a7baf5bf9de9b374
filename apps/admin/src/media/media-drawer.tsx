import { Button, Checkbox, Drawer, Group, Image, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import type { MediaFile } from '../api/types.ts'
import { useLanguage, useT } from '../i18n/i18n.ts'
import { dateAndTime, fileSize } from '../ui/time.ts'
import { toastDone, toastFailed } from '../ui/toasts.tsx'
import { useAction } from '../ui/use-action.ts'
import { DeleteMedia } from './delete-media.tsx'
import { sourceOf } from './renditions.ts'
import { WhereUsed } from './where-used.tsx'

/** Details of a file: alt text, caption, uses, deletion. */
export function MediaDrawer({ file, onClose }: { readonly file: MediaFile; readonly onClose: () => void }) {
  const t = useT()
  const [alt, setAlt] = useState(file.alt)
  const [caption, setCaption] = useState(file.caption)
  const [propagates, setPropagates] = useState(true)
  const [isDeleting, deletion] = useDisclosure(false)
  const save = useSave(file, { alt, caption, propagates }, onClose)
  return (
    <Drawer opened onClose={onClose} position="right" title={file.originalFilename}>
      <Stack>
        <Preview file={file} />
        <Textarea
          label={t('media.alt')}
          description={t('media.altHint')}
          autosize
          value={alt}
          onChange={({ currentTarget }) => setAlt(currentTarget.value)}
        />
        <Textarea
          label={t('media.caption')}
          autosize
          value={caption}
          onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        />
        <Checkbox
          label={t('media.propagate')}
          checked={propagates}
          onChange={({ currentTarget }) => setPropagates(currentTarget.checked)}
        />
        <Group>
          <Button
            onClick={() => save.mutate()}
            loading={save.isPending}
            disabled={alt === file.alt && caption === file.caption}
          >
            {t('common.save')}
          </Button>
          <CopyButton file={file} />
          <Button variant="subtle" color="red" onClick={deletion.open}>
            {t('common.delete')}
          </Button>
        </Group>
        <WhereUsed id={file.id} />
      </Stack>
      {isDeleting && <DeleteMedia file={file} onClose={deletion.close} onDeleted={onClose} />}
    </Drawer>
  )
}

interface Changes {
  readonly alt: string
  readonly caption: string
  /** True to also replace the old alt text and caption wherever the file is used. */
  readonly propagates: boolean
}

function useSave(file: MediaFile, { alt, caption, propagates }: Changes, onClose: () => void) {
  const t = useT()
  return useAction(
    async () => {
      const params = { path: { id: file.id } }
      await unwrap(api.PUT('/api/media/{id}', { params, body: { alt, caption } }))
      if (!propagates) return 0
      const body = {
        ...(alt === file.alt ? {} : { oldAlt: file.alt, newAlt: alt }),
        ...(caption === file.caption ? {} : { oldCaption: file.caption, newCaption: caption }),
      }
      const { altUpdates, captionUpdates } = await unwrap(
        api.POST('/api/media/{id}/propagate-metadata', { params, body }),
      )
      return altUpdates + captionUpdates
    },
    {
      invalidates: ['media', 'posts', 'pages'],
      onDone: (uses) => {
        toastDone(uses > 0 ? t('media.propagated', { n: uses }) : t('common.saved'))
        onClose()
      },
    },
  )
}

function CopyButton({ file }: { readonly file: MediaFile }) {
  const t = useT()
  const address = new URL(file.url, location.origin).href
  // Fails over plain HTTP, where browsers have no clipboard API.
  const copy = useAction(async () => navigator.clipboard.writeText(address), {
    done: t('media.copied'),
    onFailed: () => {
      toastFailed(t('media.notCopied', { address }))
      return true
    },
  })
  return (
    <Button variant="default" onClick={() => copy.mutate()}>
      {t('media.copyUrl')}
    </Button>
  )
}

function Preview({ file }: { readonly file: MediaFile }) {
  const language = useLanguage()
  const facts = [
    fileSize(file.size, language),
    file.width ? `${file.width} × ${file.height}` : '',
    dateAndTime(file.createdAt, language),
  ]
  return (
    <>
      {file.type === 'image' && (
        <Image
          {...sourceOf(file)}
          sizes="400px"
          alt={file.alt}
          radius="md"
          mah={260}
          fit="contain"
          bg="var(--mantine-color-default-hover)"
        />
      )}
      <Text size="xs" c="dimmed">
        {facts.filter(Boolean).join(' · ')}
      </Text>
    </>
  )
}
