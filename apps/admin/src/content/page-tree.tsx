import { ActionIcon, Box, Menu, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, unwrap } from '../api/client.ts'
import type { Frontmatter } from '../api/types.ts'
import { useT } from '../i18n/i18n.ts'
import { Confirm } from '../ui/confirm.tsx'
import { IconArrowsMove, IconDots, IconGripVertical, IconPlus } from '../ui/icons.ts'
import { useAction } from '../ui/use-action.ts'
import { MovePage } from './move-page.tsx'
import { PageRow } from './page-row.tsx'
import { canMove, flatTree, isOnSite, pageTree, type TreeNode } from './tree.ts'

interface PageTreeProps {
  readonly pages: readonly Frontmatter[]
  readonly selected: readonly string[]
  readonly onSelect: (id: string, on: boolean) => void
}

interface Move {
  readonly id: string
  /** Slug of the parent; null at the top level. */
  readonly parent: string | null
}

/** The custom pages. Pages move by dragging, or with a dialog for keyboard users. */
export function PageTree({ pages, selected, onSelect }: PageTreeProps) {
  const t = useT()
  const tree = pageTree(pages)
  const [moving, setMoving] = useState<TreeNode>()
  const [dropped, setDropped] = useState<Move>()
  const titleOf = (id: string) => pages.find((page) => page.id === id)?.title ?? ''
  const move = useMove()
  const drag = useDrag(tree, (change) => {
    if (isOnSite(tree, change.id)) setDropped(change)
    else move.mutate(change)
  })
  return (
    <section aria-labelledby="page-tree">
      <Title order={2} size="h4" id="page-tree">
        {t('pages.tree')}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('pages.treeText')}
      </Text>
      <TreeRows tree={tree} drag={drag} selected={selected} onSelect={onSelect} onMove={setMoving} />
      {moving && (
        <MovePage
          tree={tree}
          node={moving}
          onClose={() => setMoving(undefined)}
          onMove={(parent) => {
            setMoving(undefined)
            move.mutate({ id: moving.page.id, parent })
          }}
        />
      )}
      {dropped && (
        <ConfirmMove
          pageTitle={titleOf(dropped.id)}
          onClose={() => setDropped(undefined)}
          onConfirm={() => {
            setDropped(undefined)
            move.mutate(dropped)
          }}
        />
      )}
      <Text className="visually-hidden" aria-live="polite">
        {move.isSuccess ? t('pages.moved', { title: titleOf(move.variables.id) }) : ''}
      </Text>
    </section>
  )
}

const useMove = () =>
  useAction(
    ({ id, parent }: Move) =>
      unwrap(
        api.PUT('/api/pages/{id}', { params: { path: { id } }, body: { metadata: { parentPage: parent } } }),
      ),
    { invalidates: ['pages'] },
  )

interface TreeRowsProps extends Pick<PageTreeProps, 'selected' | 'onSelect'> {
  readonly tree: readonly TreeNode[]
  readonly drag: ReturnType<typeof useDrag>
  readonly onMove: (node: TreeNode) => void
}

function TreeRows({ tree, drag, selected, onSelect, onMove }: TreeRowsProps) {
  const t = useT()
  return (
    <Paper withBorder>
      {drag.canDrop(null) && (
        <Box p="sm" ta="center" {...drag.dropHere(null)}>
          {t('pages.toTop')}
        </Box>
      )}
      {flatTree(tree).map(({ node, depth }) => (
        <Box
          component="section"
          key={node.page.id}
          aria-label={node.page.title}
          {...drag.dragFrom(node)}
          {...drag.dropHere(node.page.slug)}
        >
          <PageRow
            page={node.page}
            path={node.path}
            depth={depth}
            isSelected={selected.includes(node.page.id)}
            onSelect={(on) => onSelect(node.page.id, on)}
            handle={handle}
            actions={<RowMenu page={node.page} onMove={() => onMove(node)} />}
          />
        </Box>
      ))}
    </Paper>
  )
}

const handle = (
  <IconGripVertical size={16} stroke={1.5} aria-hidden style={{ cursor: 'grab', flexShrink: 0 }} />
)

/** Event handlers for dragging a page onto its new parent. The parent `null` is the top level. */
function useDrag(tree: readonly TreeNode[], onDrop: (move: Move) => void) {
  const [dragged, setDragged] = useState<string>()
  const [target, setTarget] = useState<string | null>()
  const canDrop = (parent: string | null) => dragged !== undefined && canMove(tree, dragged, parent)
  const end = () => {
    setDragged(undefined)
    setTarget(undefined)
  }
  return {
    canDrop,
    dragFrom: ({ page, path }: TreeNode) => ({
      draggable: true,
      onDragStart: (event: React.DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', path)
        // A change of the DOM during `dragstart` would cancel the drag.
        setTimeout(() => setDragged(page.id))
      },
      onDragEnd: end,
    }),
    /** `parent`: the new parent of a page that is dropped here. */
    dropHere: (parent: string | null) => ({
      className: dragged && target === parent ? 'drop-target' : undefined,
      onDragOver: (event: React.DragEvent) => {
        if (!canDrop(parent)) return
        event.preventDefault()
        setTarget(parent)
      },
      onDragLeave: () => setTarget(undefined),
      onDrop: (event: React.DragEvent) => {
        event.preventDefault()
        if (dragged && canDrop(parent)) onDrop({ id: dragged, parent })
        end()
      },
    }),
  }
}

function RowMenu({ page, onMove }: { readonly page: Frontmatter; readonly onMove: () => void }) {
  const t = useT()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('pages.menu', { title: page.title })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowsMove size={16} aria-hidden />} onClick={onMove}>
          {t('pages.moveAction')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPlus size={16} aria-hidden />}
          component={Link}
          to={`/pages/new?below=${page.slug}`}
        >
          {t('pages.addChild')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ConfirmMoveProps {
  readonly pageTitle: string
  readonly onClose: () => void
  readonly onConfirm: () => void
}

function ConfirmMove({ pageTitle, onClose, onConfirm }: ConfirmMoveProps) {
  const t = useT()
  return (
    <Confirm
      opened
      color="brandGreen"
      title={t('pages.moveAsk', { title: pageTitle })}
      label={t('pages.moveConfirm')}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {t('pages.moveText')}
    </Confirm>
  )
}
