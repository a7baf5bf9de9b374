// Written by npm run icons. Tabler Icons 3.51.0, MIT licence, Copyright (c) 2020-2026 Paweł Kuna.
import { createIcon } from './create-icon.tsx'

export const IconAdjustments = createIcon(
  'M4 10a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M6 4v4',
  'M6 12v8',
  'M10 16a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M12 4v10',
  'M12 18v2',
  'M16 7a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M18 4v1',
  'M18 9v11',
)

export const IconAlertCircle = createIcon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 8v4', 'M12 16h.01')

export const IconAlertTriangle = createIcon(
  'M12 9v4',
  'M10.363 3.591l-8.106 13.534a1.914 1.914 0 0 0 1.636 2.871h16.214a1.914 1.914 0 0 0 1.636 -2.87l-8.106 -13.536a1.914 1.914 0 0 0 -3.274 0',
  'M12 16h.01',
)

export const IconArrowBackUp = createIcon('M9 14l-4 -4l4 -4', 'M5 10h11a4 4 0 1 1 0 8h-1')

export const IconArrowDown = createIcon('M12 5l0 14', 'M18 13l-6 6', 'M6 13l6 6')

export const IconArrowForwardUp = createIcon('M15 14l4 -4l-4 -4', 'M19 10h-11a4 4 0 1 0 0 8h1')

export const IconArrowLeft = createIcon('M5 12l14 0', 'M5 12l6 6', 'M5 12l6 -6')

export const IconArrowUp = createIcon('M12 5l0 14', 'M18 11l-6 -6', 'M6 11l6 -6')

export const IconArrowsMove = createIcon(
  'M18 9l3 3l-3 3',
  'M15 12h6',
  'M6 9l-3 3l3 3',
  'M3 12h6',
  'M9 18l3 3l3 -3',
  'M12 15v6',
  'M15 6l-3 -3l-3 3',
  'M12 3v6',
)

export const IconBlockquote = createIcon(
  'M6 15h15',
  'M21 19h-15',
  'M15 11h6',
  'M21 7h-6',
  'M9 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2',
  'M3 9h1a1 1 0 1 1 -1 1v-2.5a2 2 0 0 1 2 -2',
)

export const IconBold = createIcon('M7 5h6a3.5 3.5 0 0 1 0 7h-6l0 -7', 'M13 12h1a3.5 3.5 0 0 1 0 7h-7v-7')

export const IconBrowserShare = createIcon(
  'M4 8h16',
  'M12.5 20h-6.5a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v7',
  'M8 4v4',
  'M16 22l5 -5',
  'M21 21.5v-4.5h-4.5',
)

export const IconCalendarOff = createIcon(
  'M9 5h9a2 2 0 0 1 2 2v9m-.184 3.839a2 2 0 0 1 -1.816 1.161h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 1.158 -1.815',
  'M16 3v4',
  'M8 3v1',
  'M4 11h7m4 0h5',
  'M3 3l18 18',
)

export const IconCalendarTime = createIcon(
  'M11.795 21h-6.795a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v4',
  'M14 18a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M15 3v4',
  'M7 3v4',
  'M3 11h16',
  'M18 16.496v1.504l1 1',
)

export const IconCheck = createIcon('M5 12l5 5l10 -10')

export const IconClock = createIcon('M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0', 'M12 7v5l3 3')

export const IconCloudCheck = createIcon(
  'M11 18.004h-4.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.393 -1.762 1.794 -3.2 3.675 -3.773c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.388 0 2.585 .82 3.138 2.007',
  'M15 19l2 2l4 -4',
)

export const IconCloudOff = createIcon(
  'M9.58 5.548c.24 -.11 .492 -.207 .752 -.286c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.913 0 3.464 1.56 3.464 3.486c0 .957 -.383 1.824 -1.003 2.454m-2.997 1.033h-11.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.13 -.582 .37 -1.128 .7 -1.62',
  'M3 3l18 18',
)

export const IconCloudUp = createIcon(
  'M12 18.004h-5.343c-2.572 -.004 -4.657 -2.011 -4.657 -4.487c0 -2.475 2.085 -4.482 4.657 -4.482c.393 -1.762 1.794 -3.2 3.675 -3.773c1.88 -.572 3.956 -.193 5.444 1c1.488 1.19 2.162 3.007 1.77 4.769h.99c1.38 0 2.57 .811 3.128 1.986',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
)

export const IconCode = createIcon('M7 8l-4 4l4 4', 'M17 8l4 4l-4 4', 'M14 4l-4 16')

export const IconColumns2 = createIcon(
  'M3 4a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-16',
  'M12 3v18',
)

export const IconDatabaseExport = createIcon(
  'M4 6c0 1.657 3.582 3 8 3s8 -1.343 8 -3s-3.582 -3 -8 -3s-8 1.343 -8 3',
  'M4 6v6c0 1.657 3.582 3 8 3c1.118 0 2.183 -.086 3.15 -.241',
  'M20 12v-6',
  'M4 12v6c0 1.657 3.582 3 8 3c.157 0 .312 -.002 .466 -.005',
  'M16 19h6',
  'M19 16l3 3l-3 3',
)

export const IconDatabaseImport = createIcon(
  'M4 6c0 1.657 3.582 3 8 3s8 -1.343 8 -3s-3.582 -3 -8 -3s-8 1.343 -8 3',
  'M4 6v6c0 1.657 3.582 3 8 3c.856 0 1.68 -.05 2.454 -.144m5.546 -2.856v-6',
  'M4 12v6c0 1.657 3.582 3 8 3c.171 0 .341 -.002 .51 -.006',
  'M19 22v-6',
  'M22 19l-3 -3l-3 3',
)

export const IconDeviceDesktop = createIcon(
  'M3 5a1 1 0 0 1 1 -1h16a1 1 0 0 1 1 1v10a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10',
  'M7 20h10',
  'M9 16v4',
  'M15 16v4',
)

export const IconDeviceFloppy = createIcon(
  'M6 4h10l4 4v10a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2',
  'M10 14a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
  'M14 4l0 4l-6 0l0 -4',
)

export const IconDots = createIcon(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M18 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)

export const IconDownload = createIcon(
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2',
  'M7 11l5 5l5 -5',
  'M12 4l0 12',
)

export const IconExternalLink = createIcon(
  'M12 6h-6a2 2 0 0 0 -2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2 -2v-6',
  'M11 13l9 -9',
  'M15 4h5v5',
)

export const IconEye = createIcon(
  'M10 12a2 2 0 1 0 4 0a2 2 0 0 0 -4 0',
  'M21 12c-2.4 4 -5.4 6 -9 6c-3.6 0 -6.6 -2 -9 -6c2.4 -4 5.4 -6 9 -6c3.6 0 6.6 2 9 6',
)

export const IconEyeOff = createIcon(
  'M10.585 10.587a2 2 0 0 0 2.829 2.828',
  'M16.681 16.673a8.717 8.717 0 0 1 -4.681 1.327c-3.6 0 -6.6 -2 -9 -6c1.272 -2.12 2.712 -3.678 4.32 -4.674m2.86 -1.146a9.055 9.055 0 0 1 1.82 -.18c3.6 0 6.6 2 9 6c-.666 1.11 -1.379 2.067 -2.138 2.87',
  'M3 3l18 18',
)

export const IconFile = createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
)

export const IconFileText = createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M9 9l1 0',
  'M9 13l6 0',
  'M9 17l6 0',
)

export const IconFileZip = createIcon(
  'M6 20.735a2 2 0 0 1 -1 -1.735v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2h-1',
  'M11 17a2 2 0 0 1 2 2v2a1 1 0 0 1 -1 1h-2a1 1 0 0 1 -1 -1v-2a2 2 0 0 1 2 -2',
  'M11 5l-1 0',
  'M13 7l-1 0',
  'M11 9l-1 0',
  'M13 11l-1 0',
  'M11 13l-1 0',
  'M13 15l-1 0',
)

export const IconFolder = createIcon(
  'M5 4h4l3 3h7a2 2 0 0 1 2 2v8a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-11a2 2 0 0 1 2 -2',
)

export const IconGripVertical = createIcon(
  'M8 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M8 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M8 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M14 19a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)

export const IconH2 = createIcon(
  'M17 12a2 2 0 1 1 4 0c0 .591 -.417 1.318 -.816 1.858l-3.184 4.143l4 0',
  'M4 6v12',
  'M12 6v12',
  'M11 18h2',
  'M3 18h2',
  'M4 12h8',
  'M3 6h2',
  'M11 6h2',
)

export const IconH3 = createIcon(
  'M19 14a2 2 0 1 0 -2 -2',
  'M17 16a2 2 0 1 0 2 -2',
  'M4 6v12',
  'M12 6v12',
  'M11 18h2',
  'M3 18h2',
  'M4 12h8',
  'M3 6h2',
  'M11 6h2',
)

export const IconHelp = createIcon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
  'M12 17l0 .01',
  'M12 13.5a1.5 1.5 0 0 1 1 -1.5a2.6 2.6 0 1 0 -3 -4',
)

export const IconHistory = createIcon('M12 8l0 4l2 2', 'M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5')

export const IconIndentDecrease = createIcon('M20 6l-7 0', 'M20 12l-9 0', 'M20 18l-7 0', 'M8 8l-4 4l4 4')

export const IconIndentIncrease = createIcon('M20 6l-11 0', 'M20 12l-7 0', 'M20 18l-11 0', 'M4 8l4 4l-4 4')

export const IconItalic = createIcon('M11 5l6 0', 'M7 19l6 0', 'M14 5l-4 14')

export const IconKey = createIcon(
  'M16.555 3.843l3.602 3.602a2.877 2.877 0 0 1 0 4.069l-2.643 2.643a2.877 2.877 0 0 1 -4.069 0l-.301 -.301l-6.558 6.558a2 2 0 0 1 -1.239 .578l-.175 .008h-1.172a1 1 0 0 1 -.993 -.883l-.007 -.117v-1.172a2 2 0 0 1 .467 -1.284l.119 -.13l.414 -.414h2v-2h2v-2l2.144 -2.144l-.301 -.301a2.877 2.877 0 0 1 0 -4.069l2.643 -2.643a2.877 2.877 0 0 1 4.069 0',
  'M15 9h.01',
)

export const IconLayoutDashboard = createIcon(
  'M5 4h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1',
  'M5 16h4a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1',
  'M15 12h4a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1',
  'M15 4h4a1 1 0 0 1 1 1v2a1 1 0 0 1 -1 1h-4a1 1 0 0 1 -1 -1v-2a1 1 0 0 1 1 -1',
)

export const IconLink = createIcon(
  'M9 15l6 -6',
  'M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464',
  'M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463',
)

export const IconList = createIcon(
  'M9 6l11 0',
  'M9 12l11 0',
  'M9 18l11 0',
  'M5 6l0 .01',
  'M5 12l0 .01',
  'M5 18l0 .01',
)

export const IconListCheck = createIcon(
  'M3.5 5.5l1.5 1.5l2.5 -2.5',
  'M3.5 11.5l1.5 1.5l2.5 -2.5',
  'M3.5 17.5l1.5 1.5l2.5 -2.5',
  'M11 6l9 0',
  'M11 12l9 0',
  'M11 18l9 0',
)

export const IconListNumbers = createIcon(
  'M11 6h9',
  'M11 12h9',
  'M12 18h8',
  'M4 16a2 2 0 1 1 4 0c0 .591 -.5 1 -1 1.5l-3 2.5h4',
  'M6 10v-6l-2 2',
)

export const IconListTree = createIcon(
  'M9 6h11',
  'M12 12h8',
  'M15 18h5',
  'M5 6v.01',
  'M8 12v.01',
  'M11 18v.01',
)

export const IconLogout = createIcon(
  'M14 8v-2a2 2 0 0 0 -2 -2h-7a2 2 0 0 0 -2 2v12a2 2 0 0 0 2 2h7a2 2 0 0 0 2 -2v-2',
  'M9 12h12l-3 -3',
  'M18 15l3 -3',
)

export const IconMaximize = createIcon(
  'M4 8v-2a2 2 0 0 1 2 -2h2',
  'M4 16v2a2 2 0 0 0 2 2h2',
  'M16 4h2a2 2 0 0 1 2 2v2',
  'M16 20h2a2 2 0 0 0 2 -2v-2',
)

export const IconMenu2 = createIcon('M4 6l16 0', 'M4 12l16 0', 'M4 18l16 0')

export const IconMinimize = createIcon(
  'M15 19v-2a2 2 0 0 1 2 -2h2',
  'M15 5v2a2 2 0 0 0 2 2h2',
  'M5 15h2a2 2 0 0 1 2 2v2',
  'M5 9h2a2 2 0 0 0 2 -2v-2',
)

export const IconMinus = createIcon('M5 12l14 0')

export const IconMoon = createIcon(
  'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
)

export const IconPalette = createIcon(
  'M12 21a9 9 0 0 1 0 -18c4.97 0 9 3.582 9 8c0 1.06 -.474 2.078 -1.318 2.828c-.844 .75 -1.989 1.172 -3.182 1.172h-2.5a2 2 0 0 0 -1 3.75a1.3 1.3 0 0 1 -1 2.25',
  'M7.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M11.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
  'M15.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)

export const IconPencil = createIcon(
  'M4 20h4l10.5 -10.5a2.828 2.828 0 1 0 -4 -4l-10.5 10.5v4',
  'M13.5 6.5l4 4',
)

export const IconPhoto = createIcon(
  'M15 8h.01',
  'M3 6a3 3 0 0 1 3 -3h12a3 3 0 0 1 3 3v12a3 3 0 0 1 -3 3h-12a3 3 0 0 1 -3 -3v-12',
  'M3 16l5 -5c.928 -.893 2.072 -.893 3 0l5 5',
  'M14 14l1 -1c.928 -.893 2.072 -.893 3 0l3 3',
)

export const IconPlayerPlay = createIcon('M7 4v16l13 -8l-13 -8')

export const IconPlugConnectedX = createIcon(
  'M20 16l-4 4',
  'M7 12l5 5l-1.5 1.5a3.536 3.536 0 1 1 -5 -5l1.5 -1.5',
  'M17 12l-5 -5l1.5 -1.5a3.536 3.536 0 1 1 5 5l-1.5 1.5',
  'M3 21l2.5 -2.5',
  'M18.5 5.5l2.5 -2.5',
  'M10 11l-2 2',
  'M13 14l-2 2',
  'M16 16l4 4',
)

export const IconPlus = createIcon('M12 5l0 14', 'M5 12l14 0')

export const IconRefresh = createIcon(
  'M20 11a8.1 8.1 0 0 0 -15.5 -2m-.5 -4v4h4',
  'M4 13a8.1 8.1 0 0 0 15.5 2m.5 4v-4h-4',
)

export const IconRestore = createIcon(
  'M3.06 13a9 9 0 1 0 .49 -4.087',
  'M3 4.001v5h5',
  'M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0',
)

export const IconSearch = createIcon('M3 10a7 7 0 1 0 14 0a7 7 0 1 0 -14 0', 'M21 21l-6 -6')

export const IconSettings = createIcon(
  'M10.325 4.317c.426 -1.756 2.924 -1.756 3.35 0a1.724 1.724 0 0 0 2.573 1.066c1.543 -.94 3.31 .826 2.37 2.37a1.724 1.724 0 0 0 1.065 2.572c1.756 .426 1.756 2.924 0 3.35a1.724 1.724 0 0 0 -1.066 2.573c.94 1.543 -.826 3.31 -2.37 2.37a1.724 1.724 0 0 0 -2.572 1.065c-.426 1.756 -2.924 1.756 -3.35 0a1.724 1.724 0 0 0 -2.573 -1.066c-1.543 .94 -3.31 -.826 -2.37 -2.37a1.724 1.724 0 0 0 -1.065 -2.572c-1.756 -.426 -1.756 -2.924 0 -3.35a1.724 1.724 0 0 0 1.066 -2.573c-.94 -1.543 .826 -3.31 2.37 -2.37c1 .608 2.296 .07 2.572 -1.065',
  'M9 12a3 3 0 1 0 6 0a3 3 0 0 0 -6 0',
)

export const IconSourceCode = createIcon(
  'M14.5 4h2.5a3 3 0 0 1 3 3v10a3 3 0 0 1 -3 3h-10a3 3 0 0 1 -3 -3v-5',
  'M6 5l-2 2l2 2',
  'M10 9l2 -2l-2 -2',
)

export const IconStrikethrough = createIcon(
  'M5 12l14 0',
  'M16 6.5a4 2 0 0 0 -4 -1.5h-1a3.5 3.5 0 0 0 0 7h2a3.5 3.5 0 0 1 0 7h-1.5a4 2 0 0 1 -4 -1.5',
)

export const IconSun = createIcon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
)

export const IconTable = createIcon(
  'M3 5a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14',
  'M3 10h18',
  'M10 3v18',
)

export const IconTrash = createIcon(
  'M4 7l16 0',
  'M10 11l0 6',
  'M14 11l0 6',
  'M5 7l1 12a2 2 0 0 0 2 2h8a2 2 0 0 0 2 -2l1 -12',
  'M9 7v-3a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v3',
)

export const IconUpload = createIcon(
  'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2',
  'M7 9l5 -5l5 5',
  'M12 4l0 12',
)

export const IconUsers = createIcon(
  'M5 7a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  'M3 21v-2a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v2',
  'M16 3.13a4 4 0 0 1 0 7.75',
  'M21 21v-2a4 4 0 0 0 -3 -3.85',
)

export const IconWorld = createIcon(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0',
  'M3.6 9h16.8',
  'M3.6 15h16.8',
  'M11.5 3a17 17 0 0 0 0 18',
  'M12.5 3a17 17 0 0 1 0 18',
)
