import { Box } from '@mantine/core'
import { useState } from 'react'
import { PagePicker, type PageReference } from '../content/page-picker.tsx'
import { usePath } from '../content/use-address.ts'
import { useT } from '../i18n/i18n.ts'
import { Card } from '../ui/card.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { PageExplanation } from './page-explanation.tsx'

export function WhyCard() {
  const t = useT()
  const [reference, setReference] = useState<PageReference>({ path: '/' })
  const path = usePath(reference)
  return (
    <Card title={t('why.title')} text={t('why.text')}>
      <PagePicker value={reference} onChange={setReference} takesAddresses />
      <Box mt="md">{path === undefined ? <Waiting /> : <PageExplanation path={path} />}</Box>
    </Card>
  )
}
