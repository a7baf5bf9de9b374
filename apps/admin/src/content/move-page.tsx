import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { canMove, flatTree, isOnSite, type TreeNode } from './tree.ts'

interface MovePageProps {
  readonly tree: readonly TreeNode[]
  readonly node: TreeNode
  readonly onMove: (parent: string | null) => void
  readonly onClose: () => void
}

/** Keyboard alternative to dragging a page in the tree. */
export function MovePage({ tree, node, onMove, onClose }: MovePageProps) {
  const t = useT()
  const [parent, setParent] = useState(node.page.parentPage ?? '')
  return (
    <Modal opened onClose={onClose} title={t('pages.move', { title: node.page.title })}>
      <Radio.Group label={t('pages.moveTo')} value={parent} onChange={setParent}>
        <Stack gap="xs" mt="xs">
          <Radio value="" label={t('pages.top')} disabled={!canMove(tree, node.page.id, null)} />
          {flatTree(tree).map(({ node: { page, path }, depth }) => (
            <Radio
              key={page.id}
              value={page.slug}
              label={page.title}
              description={path}
              ml={depth * 20}
              disabled={!canMove(tree, node.page.id, page.slug)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isOnSite(tree, node.page.id) && (
        <Text size="sm" c="dimmed" mt="md">
          {t('pages.moveText')}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          disabled={!canMove(tree, node.page.id, parent || null)}
          onClick={() => onMove(parent || null)}
        >
          {t('common.save')}
        </Button>
      </Group>
    </Modal>
  )
}
