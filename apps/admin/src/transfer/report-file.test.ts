import { expect, it } from 'vitest'
import { reportCsv } from './report-file.ts'

const report = {
  counts: { posts: 2 },
  warnings: [
    { code: 'html-kept', count: 1, notes: [{ code: 'html-kept', subject: 'post 1 "A, B"', message: 'x' }] },
  ],
  losses: [
    { code: 'trash', count: 9, notes: [{ code: 'trash', subject: '=1+1', message: 'is in the trash' }] },
  ],
}
const result = {
  created: 1,
  replaced: 0,
  unchanged: 1,
  failed: [{ subject: 'post 7', code: 'VALIDATION_ERROR', message: 'Two\nlines' }],
  notApplied: { users: 3 },
  isCancelled: false,
}

it('writes a line for each count, note and failure', () => {
  expect(reportCsv(report, result).replace('\uFEFF', '').split('\r\n')).toEqual([
    'type,code,count,subject,message',
    'found,posts,2,,',
    'result,created,1,,',
    'result,replaced,0,,',
    'result,unchanged,1,,',
    'not applied,users,3,,',
    'failed,VALIDATION_ERROR,,post 7,"Two\nlines"',
    'lost,trash,9,,',
    "lost,trash,,'=1+1,is in the trash",
    'changed,html-kept,1,,',
    'changed,html-kept,,"post 1 ""A, B""",x',
    '',
  ])
})

it('writes no results for a dry run', () => {
  expect(reportCsv(report)).not.toContain('result')
})
