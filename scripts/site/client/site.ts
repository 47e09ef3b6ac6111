// Script of every page of the site. Without it the pages can be read and navigated, but not searched.
import { copyButtons } from './copy.ts'
import { menu } from './menu.ts'
import { reachable } from './reachable.ts'
import { search } from './search.ts'
import { themes } from './themes.ts'

themes()
menu()
search()
copyButtons()
reachable()
