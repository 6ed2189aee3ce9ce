internal import Viewfinder
