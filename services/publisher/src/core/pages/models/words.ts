/** Words of generated pages: titles and the default main part. */

export interface Words {
  readonly home: string
  readonly blog: string
  readonly pages: string
  readonly posts: string
  readonly categories: string
  readonly tags: string
  readonly authors: string
  readonly languages: string
  readonly sitemap: string
  readonly notFound: string
  readonly noPageHere: string
  readonly toHome: string
  readonly breadcrumbs: string
  readonly category: string
  readonly relatedPosts: string
  readonly nothingYet: string
  readonly noCategories: string
  readonly newerPosts: string
  readonly olderPosts: string
  readonly previousPage: string
  readonly nextPage: string
  /** Contains `{page}` and `{pages}`. */
  readonly pageOf: string
}

const english: Words = {
  home: 'Home',
  blog: 'Blog',
  pages: 'Pages',
  posts: 'Posts',
  categories: 'Categories',
  tags: 'Tags',
  authors: 'Authors',
  languages: 'Languages',
  sitemap: 'Sitemap',
  notFound: 'Page not found',
  noPageHere: 'There is no page at this address.',
  toHome: 'Go to the home page',
  breadcrumbs: 'Breadcrumbs',
  category: 'Category',
  relatedPosts: 'Related posts',
  nothingYet: 'Nothing has been published yet.',
  noCategories: 'There are no categories yet.',
  newerPosts: 'Newer posts',
  olderPosts: 'Older posts',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: 'Page {page} of {pages}',
}

const german: Words = {
  home: 'Startseite',
  blog: 'Blog',
  pages: 'Seiten',
  posts: 'Beiträge',
  categories: 'Kategorien',
  tags: 'Schlagwörter',
  authors: 'Autorinnen und Autoren',
  languages: 'Sprachen',
  sitemap: 'Sitemap',
  notFound: 'Seite nicht gefunden',
  noPageHere: 'Unter dieser Adresse gibt es keine Seite.',
  toHome: 'Zur Startseite',
  breadcrumbs: 'Brotkrümelpfad',
  category: 'Kategorie',
  relatedPosts: 'Verwandte Beiträge',
  nothingYet: 'Es wurde noch nichts veröffentlicht.',
  noCategories: 'Es gibt noch keine Kategorien.',
  newerPosts: 'Neuere Beiträge',
  olderPosts: 'Ältere Beiträge',
  previousPage: 'Vorherige Seite',
  nextPage: 'Nächste Seite',
  pageOf: 'Seite {page} von {pages}',
}

const french: Words = {
  home: 'Accueil',
  blog: 'Blog',
  pages: 'Pages',
  posts: 'Articles',
  categories: 'Catégories',
  tags: 'Mots-clés',
  authors: 'Auteurs',
  languages: 'Langues',
  sitemap: 'Plan du site',
  notFound: 'Page introuvable',
  noPageHere: 'Il n’y a pas de page à cette adresse.',
  toHome: 'Aller à la page d’accueil',
  breadcrumbs: 'Fil d’Ariane',
  category: 'Catégorie',
  relatedPosts: 'Articles liés',
  nothingYet: 'Rien n’a encore été publié.',
  noCategories: 'Il n’y a pas encore de catégorie.',
  newerPosts: 'Articles plus récents',
  olderPosts: 'Articles plus anciens',
  previousPage: 'Page précédente',
  nextPage: 'Page suivante',
  pageOf: 'Page {page} sur {pages}',
}

const spanish: Words = {
  home: 'Inicio',
  blog: 'Blog',
  pages: 'Páginas',
  posts: 'Entradas',
  categories: 'Categorías',
  tags: 'Etiquetas',
  authors: 'Autores',
  languages: 'Idiomas',
  sitemap: 'Mapa del sitio',
  notFound: 'Página no encontrada',
  noPageHere: 'No hay ninguna página en esta dirección.',
  toHome: 'Ir a la página de inicio',
  breadcrumbs: 'Ruta de navegación',
  category: 'Categoría',
  relatedPosts: 'Entradas relacionadas',
  nothingYet: 'Todavía no se ha publicado nada.',
  noCategories: 'Todavía no hay categorías.',
  newerPosts: 'Entradas más recientes',
  olderPosts: 'Entradas más antiguas',
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  pageOf: 'Página {page} de {pages}',
}

const arabic: Words = {
  home: 'الرئيسية',
  blog: 'المدونة',
  pages: 'الصفحات',
  posts: 'المقالات',
  categories: 'التصنيفات',
  tags: 'الوسوم',
  authors: 'الكتّاب',
  languages: 'اللغات',
  sitemap: 'خريطة الموقع',
  notFound: 'الصفحة غير موجودة',
  noPageHere: 'لا توجد صفحة على هذا العنوان.',
  toHome: 'إلى الصفحة الرئيسية',
  breadcrumbs: 'مسار التنقل',
  category: 'التصنيف',
  relatedPosts: 'مقالات ذات صلة',
  nothingYet: 'لم يُنشر شيء بعد.',
  noCategories: 'لا توجد تصنيفات بعد.',
  newerPosts: 'مقالات أحدث',
  olderPosts: 'مقالات أقدم',
  previousPage: 'الصفحة السابقة',
  nextPage: 'الصفحة التالية',
  pageOf: 'صفحة {page} من {pages}',
}

const japanese: Words = {
  home: 'ホーム',
  blog: 'ブログ',
  pages: 'ページ',
  posts: '記事',
  categories: 'カテゴリー',
  tags: 'タグ',
  authors: '著者',
  languages: '言語',
  sitemap: 'サイトマップ',
  notFound: 'ページが見つかりません',
  noPageHere: 'このアドレスにページはありません。',
  toHome: 'ホームへ',
  breadcrumbs: 'パンくずリスト',
  category: 'カテゴリー',
  relatedPosts: '関連記事',
  nothingYet: 'まだ何も公開されていません。',
  noCategories: 'カテゴリーはまだありません。',
  newerPosts: '新しい記事',
  olderPosts: '古い記事',
  previousPage: '前のページ',
  nextPage: '次のページ',
  pageOf: '{pages}ページ中{page}ページ目',
}

const byLanguage: ReadonlyMap<string, Words> = new Map([
  ['en', english],
  ['de', german],
  ['fr', french],
  ['es', spanish],
  ['ar', arabic],
  ['ja', japanese],
])

/** Words of the language in any region; English for other languages. */
export const wordsOf = (language: string): Words =>
  byLanguage.get(new Intl.Locale(language).language) ?? english
