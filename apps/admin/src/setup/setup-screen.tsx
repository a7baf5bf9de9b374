import { Anchor, Box, Group, Paper, Progress, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { AdminOnly } from '../shell/fallbacks.tsx'
import { Mark } from '../ui/mark.tsx'
import { useAction } from '../ui/use-action.ts'
import { DoneStep } from './done-step.tsx'
import { PostStep } from './post-step.tsx'
import { SiteStep } from './site-step.tsx'
import { type Step, steps } from './steps.ts'
import { ThemeStep } from './theme-step.tsx'
import { finishSetup } from './use-first-start.ts'

export function SetupScreen() {
  return (
    <AdminOnly>
      <Setup />
    </AdminOnly>
  )
}

/** Sets up an empty installation: title, theme and first post. */
function Setup() {
  const t = useT()
  const navigate = useNavigate()
  const { step = 'site' } = useSearch({ from: '/setup' })
  const go = (to: Step) => void navigate({ to: '/setup', search: { step: to } })
  useEffect(() => {
    document.title = `${t('setup.welcome')} · Typecase`
  }, [t])
  return (
    <Box mih="100vh" p="md" bg="var(--mantine-color-default-hover)">
      <SetupHeader isDone={step === 'done'} />
      {step === 'site' && (
        <StepFrame step="site">
          <SiteStep onDone={() => go('theme')} />
        </StepFrame>
      )}
      {step === 'theme' && (
        <StepFrame step="theme" isWide>
          <ThemeStep onDone={() => go('post')} />
        </StepFrame>
      )}
      {step === 'post' && (
        <StepFrame step="post">
          <PostStep onDone={() => go('done')} />
        </StepFrame>
      )}
      {step === 'done' && (
        <StepFrame step="done">
          <DoneStep />
        </StepFrame>
      )}
    </Box>
  )
}

/** Until the setup is done, offers to leave it. */
function SetupHeader({ isDone }: { readonly isDone: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const leave = useAction(finishSetup, { onDone: () => void navigate({ to: '/' }) })
  return (
    <Group justify="space-between" maw={1080} mx="auto" mb="lg">
      <Group gap={8}>
        <Mark />
        <Text fw={700}>Typecase</Text>
      </Group>
      {!isDone && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          disabled={leave.isPending}
          onClick={() => leave.mutate()}
        >
          {t('setup.leave')}
        </Anchor>
      )}
    </Group>
  )
}

interface StepFrameProps {
  readonly step: Step
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Focuses the heading of each step, so that screen readers read it. */
function StepFrame({ step, isWide = false, children }: StepFrameProps) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const n = step === 'done' ? steps.length + 1 : steps.indexOf(step) + 1
  const before = step === 'done' ? undefined : steps[n - 2]
  const progress = step === 'done' ? '' : t('setup.step', { n, total: steps.length })
  return (
    <Paper withBorder shadow="sm" p="lg" maw={isWide ? 1080 : 560} mx="auto" component="main" id="main">
      {progress && (
        <>
          <Group justify="space-between" mb={6}>
            <Text size="sm" c="dimmed">
              {progress}
            </Text>
            {before && (
              <Anchor component={Link} to={`/setup?step=${before}`} size="sm">
                {t('common.back')}
              </Anchor>
            )}
          </Group>
          <Progress value={(n / steps.length) * 100} size="xs" mb="lg" aria-label={progress} />
        </>
      )}
      <Title order={1} size="h2" tabIndex={-1} ref={heading} className="step-title">
        {t(`setup.${step}`)}
      </Title>
      {step !== 'done' && (
        <Text c="dimmed" mt={4} mb="lg">
          {t(`setup.${step}Text`)}
        </Text>
      )}
      {children}
    </Paper>
  )
}
